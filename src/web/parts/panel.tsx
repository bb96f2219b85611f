import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { usePageTitle } from './hooks/page-title.ts';
import { Dotted } from './marks/dotted.tsx';

type PanelProps = { title: ReactNode; aside?: ReactNode; children: ReactNode; flush?: boolean; className?: string };

/** A titled box. `flush` lets a list or table reach the edges. */
export function Panel({ title, aside, children, flush = false, className = '' }: PanelProps) {
  const id = useId();
  return (
    <section className={`panel ${className}`} aria-labelledby={id}>
      <header className="panel__head">
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      <div className={flush ? 'panel__flush' : 'panel__body'}>{children}</div>
    </section>
  );
}

export const PanelLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="small no-print">
    {children}
  </Link>
);

type HeadProps = {
  title: string /** Beside the title, in its line. */;
  more?: ReactNode /** Where the title alone does not tell pages apart. */;
  name?: string;
  detail?: ReactNode;
  children?: ReactNode;
};

/** Title of a page with what can be done on it. */
export function PageHead({ title, more, name = title, detail, children }: HeadProps) {
  usePageTitle(name);
  return (
    <header className="page-head">
      <div className="page-head__title">
        <h1>
          {more ? (
            <span className="row row--wrap">
              <span>
                <Dotted name={title} />
              </span>{' '}
              {more}
            </span>
          ) : (
            <Dotted name={title} />
          )}
        </h1>
        {detail ? <div className="page-head__detail">{detail}</div> : null}
      </div>
      {children ? <div className="page-head__actions">{children}</div> : null}
    </header>
  );
}

/** What may be wider than its place: scrolls by itself, and by keyboard. */
export function ScrollBox({
  label,
  children,
  className = '',
}: {
  label: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={`panel__flush ${className}`} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
