import './migrations.css';
import { Loaded } from '../../parts/states.tsx';
import { useMigrations, usePresets } from '../../queries.ts';
import { MigrationsView } from './migrations-view.tsx';

export function MigrationsPage({ slug }: { slug: string }) {
  const migrations = useMigrations(slug);
  const presets = usePresets(slug);
  const command = presets.data?.find((preset) => preset.key === 'sqlmigrate')?.command ?? null;
  return (
    <Loaded query={migrations}>{(detail) => <MigrationsView key={slug} detail={detail} sqlCommand={command} />}</Loaded>
  );
}
