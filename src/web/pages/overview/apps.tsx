import { memo } from 'react';
import { Link } from 'wouter';
import type { App } from '../../../contract/index.ts';
import { appMigrationsPath } from '../../parts/links.ts';
import { Dotted } from '../../parts/marks/dotted.tsx';
import { Panel } from '../../parts/panel.tsx';
import { WhyNothing } from '../../parts/scanned.tsx';
import { Lines } from '../../parts/states.tsx';
import { Tag } from '../../parts/status-mark.tsx';
import { texts } from '../../texts.ts';
import { SortHead, useSorted } from './sortable.tsx';

type Column = 'label' | 'models' | 'pending';
const words = texts.overview.apps;

const sortValue = (app: App, key: Column): string | number =>
  key === 'label' ? app.label : key === 'models' ? (app.models ?? -1) : app.pending_migrations;

export const AppsPanel = memo(function AppsPanel({
  slug,
  apps,
  reading,
  failed,
}: {
  slug: string;
  apps: readonly App[];
  reading: boolean;
  /** The newest scan of them. */
  failed: boolean;
}) {
  const { sorted, sort, toggle } = useSorted<App, Column>(apps, sortValue);
  const why = failed ? texts.scanned.failed : <WhyNothing slug={slug}>{words.none}</WhyNothing>;
  const empty = reading ? <Lines count={6} /> : <p className="dim">{why}</p>;
  return (
    <Panel title={words.title} aside={<span className="dim small">{apps.length || ''}</span>} flush>
      {apps.length === 0 ? (
        <div className="panel__body">{empty}</div>
      ) : (
        <table className="table">
          <thead>
            <tr>
              <SortHead id="label" label={words.name} sort={sort} onSort={toggle} />
              <SortHead id="models" label={words.models} sort={sort} onSort={toggle} numeric />
              <SortHead id="pending" label={words.pending} sort={sort} onSort={toggle} numeric />
            </tr>
          </thead>
          <tbody>
            {sorted.map((app) => (
              <tr key={app.label}>
                <td className="apps__label">
                  <Link href={appMigrationsPath(slug, app.label)} className="plain-link">
                    <Dotted name={app.label} />
                  </Link>
                </td>
                <td className="num">
                  {app.models ?? (
                    <span className="dim" title={words.cut}>
                      {words.unknown}
                    </span>
                  )}
                </td>
                <td className="num">
                  {app.pending_migrations > 0 ? (
                    <Tag tone="warn">{app.pending_migrations}</Tag>
                  ) : (
                    <span className="dim none-mark">0</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
});
