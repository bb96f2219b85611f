import './migrations.css';
import './timeline.css';
import { Scanned } from '../../parts/scanned.tsx';
import { useMigrations, usePresets } from '../../queries.ts';
import { MigrationsView } from './migrations-view.tsx';
import { texts } from './texts.ts';

export function MigrationsPage({ slug }: { slug: string }) {
  const migrations = useMigrations(slug);
  const presets = usePresets(slug);
  const command = presets.data?.find((preset) => preset.key === 'sqlmigrate')?.command ?? null;
  return (
    <Scanned slug={slug} kind="migrations" title={texts.title} query={migrations}>
      {(detail) => <MigrationsView key={slug} slug={slug} detail={detail} sqlCommand={command} />}
    </Scanned>
  );
}
