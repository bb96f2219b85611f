import type { ReactNode } from 'react';
import { IconAlertTriangle } from '../icons.ts';

/** Something to know before going on. */
export function Callout({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className="callout">
      <IconAlertTriangle size={16} aria-hidden />
      <div>
        {title ? <strong className="callout__title">{title}</strong> : null}
        {children}
      </div>
    </div>
  );
}
