import './flow/boxes.css';
import './panel/panel.css';
import './schema.css';
import './toolbar/toolbar.css';
import './flow/stage.css';
import { useEffect } from 'react';
import { Scanned } from '../../parts/scanned.tsx';
import { useMigrations, useSchema } from '../../queries.ts';
import { warmUp } from './layout/layout.ts';
import { SchemaView } from './schema-view.tsx';
import { texts } from './texts.ts';

export function SchemaPage({ slug }: { slug: string }) {
  useEffect(warmUp, []);
  const schema = useSchema(slug);
  const migrations = useMigrations(slug);
  return (
    <Scanned slug={slug} kind="schema" title={texts.title} query={schema}>
      {(detail) => <SchemaView key={slug} slug={slug} schema={detail} migrations={migrations.data ?? null} />}
    </Scanned>
  );
}
