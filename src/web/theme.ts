/** Mantine dressed in our own tokens: the colours themselves live in `styles/tokens.css`. */
import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core';

const ink: MantineColorsTuple = [
  '#eef1ff',
  '#dde2fb',
  '#b9c2f3',
  '#97a4ec',
  '#7d8ce4',
  '#6677dc',
  '#4c5fce',
  '#3448b8',
  '#2a3b99',
  '#202e7a',
];

/** Mantine's dark greys are brown beside ours. */
const dark: MantineColorsTuple = [
  '#e8e9ed',
  '#c4c7d0',
  '#a3a6b1',
  '#70737e',
  '#42454f',
  '#282a32',
  '#1c1e24',
  '#17181d',
  '#121317',
  '#0c0d10',
];

export const colourScheme = localStorageColorSchemeManager({ key: 'inspector-colour-scheme' });

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  colors: { ink, dark },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  headings: { fontWeight: '600' },
  components: {
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'sm' } },
    // Its arrow is a picture without a name.
    NativeSelect: { defaultProps: { size: 'sm', rightSectionProps: { 'aria-hidden': true } } },
    Textarea: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    // Its placeholder is an element that a menu may not hold; without it the first item has the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md' } },
    Popover: { defaultProps: { shadow: 'md' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
    Drawer: { defaultProps: { position: 'right', overlayProps: { backgroundOpacity: 0.35 } } },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.35 } } },
  },
});

const shared = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--dim)',
  '--mantine-color-placeholder': 'var(--dim)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--bad)',
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });
