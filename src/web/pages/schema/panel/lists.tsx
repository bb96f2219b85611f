import { Link } from 'wouter';
import type { Difference, MigrationsDetail, Model } from '../../../../contract/index.ts';
import type { ModelUnmade, SchemaGraph, SchemaModel } from '../../../../diagram/graph.ts';
import { migrationsOf } from '../../../../diagram/touched.ts';
import { migrationPath } from '../../../parts/links.ts';
import { texts } from '../texts.ts';
import { ModelLink } from './model-link.tsx';

export function UnmadeList({ unmade }: { unmade: ModelUnmade | null }) {
  if (unmade === null) return null;
  const changes = [...unmade.model, ...[...unmade.fields.values()].flat()];
  return (
    <section className="model-note" aria-label={texts.panel.unmade}>
      <h3 className="model-panel__title">{texts.panel.unmade}</h3>
      <ul>
        {changes.map((change) => (
          <li key={change.description}>{change.description}</li>
        ))}
      </ul>
    </section>
  );
}

export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  if (differences.length === 0) return null;
  return (
    <section className="model-note" aria-label={texts.panel.differences}>
      <h3 className="model-panel__title">{texts.panel.differences}</h3>
      <ul>
        {differences.map((one) => (
          <li key={one.subject}>
            <code>{one.subject}</code>: {one.static} → {one.live}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Incoming = { node: SchemaModel; graph: SchemaGraph; onOpen: (id: string) => void };

export function IncomingList({ node, graph, onOpen }: Incoming) {
  const incoming = node.edges.filter((edge) => edge.target === node.model.id);
  return (
    <section aria-label={texts.panel.incoming}>
      <h3 className="model-panel__title">
        {texts.panel.incoming} <span className="dim">{incoming.length}</span>
      </h3>
      {incoming.length === 0 ? <p className="dim small">{texts.panel.noIncoming}</p> : null}
      <ul className="model-list">
        {incoming.map((edge) => (
          <li key={edge.id}>
            <ModelLink id={edge.source} graph={graph} onOpen={onOpen} />
            {edge.field === null ? null : <code>.{edge.field}</code>}
            <span className="dim small">{texts.edges[edge.kind]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Touched = { slug: string; model: Model; migrations: MigrationsDetail | null };

export function MigrationList({ slug, model, migrations }: Touched) {
  const touched = migrations === null ? [] : migrationsOf(model, migrations);
  return (
    <section aria-label={texts.panel.migrations}>
      <h3 className="model-panel__title">
        {texts.panel.migrations} <span className="dim">{touched.length}</span>
      </h3>
      {migrations === null ? <p className="dim small">{texts.panel.migrationsUnknown}</p> : null}
      {migrations !== null && touched.length === 0 ? <p className="dim small">{texts.panel.noMigrations}</p> : null}
      <ul className="model-list">
        {touched.map((one) => (
          <li key={one.name}>
            <Link href={migrationPath(slug, `${one.app}.${one.name}`)}>{one.name}</Link>
            <span className="dim small">{one.descriptions.join('; ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
