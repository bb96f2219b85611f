declare module '*.css';

declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { ForwardRefExoticComponent, RefAttributes, SVGProps } from 'react';

  type IconProps = Partial<Omit<SVGProps<SVGSVGElement>, 'stroke'>> & {
    size?: string | number;
    stroke?: string | number;
  };
  const icon: ForwardRefExoticComponent<IconProps & RefAttributes<SVGSVGElement>>;
  export default icon;
}

declare module '*?url' {
  const url: string;
  export default url;
}
