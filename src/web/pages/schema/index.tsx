import './flow/boxes.css';
import './panel/panel.css';
import './schema.css';
import { useEffect } from 'react';
import { Loaded } from '../../parts/states.tsx';
import { useMigrations, useSchema } from '../../queries.ts';
import { warmUp } from './layout/layout.ts';
import { SchemaView } from './schema-view.tsx';

export function SchemaPage({ slug }: { slug: string }) {
  useEffect(warmUp, []);
  const schema = useSchema(slug);
  const migrations = useMigrations(slug);
  return (
    <Loaded query={schema}>
      {(detail) => <SchemaView key={slug} slug={slug} schema={detail} migrations={migrations.data ?? null} />}
    </Loaded>
  );
}
