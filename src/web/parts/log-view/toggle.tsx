import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

type ToggleProps = { on: boolean; onChange: (on: boolean) => void; children: ReactNode; label?: string };

/** A choice that is on or off. `label` names it where the face is a sign. */
export function Toggle({ on, onChange, children, label }: ToggleProps) {
  const button = (
    <button type="button" className="toggle" aria-pressed={on} aria-label={label} onClick={() => onChange(!on)}>
      {children}
    </button>
  );
  return label ? <Tooltip label={label}>{button}</Tooltip> : button;
}
