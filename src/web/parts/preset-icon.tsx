import {
  IconDatabase,
  IconGitCompare,
  IconGitMerge,
  IconInfoCircle,
  IconListCheck,
  IconSettings,
  IconShieldCheck,
  IconTerminal2,
} from '../icons.ts';

/** Icons by the names that presets carry; an unknown name gets the terminal. */
const icons: Record<string, typeof IconTerminal2> = {
  'git-compare': IconGitCompare,
  'git-merge': IconGitMerge,
  'list-check': IconListCheck,
  'shield-check': IconShieldCheck,
  settings: IconSettings,
  database: IconDatabase,
  info: IconInfoCircle,
};

export function PresetIcon({ name }: { name: string }) {
  const Icon = icons[name] ?? IconTerminal2;
  return <Icon size={16} stroke={1.75} className="dim" aria-hidden />;
}
