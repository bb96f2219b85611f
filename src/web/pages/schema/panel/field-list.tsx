import { useEffect, useRef } from 'react';
import type { Field } from '../../../../contract/index.ts';
import { classOf, type SchemaGraph, type SchemaModel } from '../../../../diagram/graph.ts';
import { FileLine } from '../../../parts/files/file-line.tsx';
import { Tag } from '../../../parts/status-mark.tsx';
import { texts } from '../texts.ts';
import { ModelLink } from './model-link.tsx';

type Props = {
  node: SchemaModel /** Field to be shown. */;
  asked: string | null;
  graph: SchemaGraph;
  onOpen: (id: string) => void;
};

export function FieldList({ node, asked, graph, onOpen }: Props) {
  const { model, unmade } = node;
  const row = useRef<HTMLTableRowElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another field is another row
  useEffect(() => {
    row.current?.scrollIntoView({ block: 'center' });
  }, [asked]);
  return (
    <section aria-label={texts.panel.fields}>
      <h3 className="model-panel__title">
        {texts.panel.fields} <span className="dim">{model.fields.length}</span>
      </h3>
      <table className="field-table">
        <thead className="hidden-text">
          <tr>
            <th scope="col">{texts.panel.field}</th>
            <th scope="col">{texts.panel.type}</th>
          </tr>
        </thead>
        <tbody>
          {model.fields.map((field) => (
            <tr
              key={field.name}
              ref={field.name === asked ? row : null}
              aria-current={field.name === asked || undefined}
              data-unmade={unmade?.fields.has(field.name) || undefined}
            >
              <th scope="row">
                <FieldName field={field} />
                {unmade?.fields.has(field.name) ? <Tag tone="warn">{texts.unmadeShort}</Tag> : null}
              </th>
              <td>
                <Target field={field} graph={graph} onOpen={onOpen} />
                <span className="dim small field-table__notes">{notesOf(field).join(' · ')}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function FieldName({ field: { name, source } }: { field: Field }) {
  if (source === null) return <code>{name}</code>;
  return (
    <code title={`${source.file}:${source.line}`}>
      <FileLine {...source}>{name}</FileLine>
    </code>
  );
}

function Target({ field, graph, onOpen }: { field: Field; graph: SchemaGraph; onOpen: (id: string) => void }) {
  const { relation } = field;
  if (relation === null) return <span>{field.type}</span>;
  return (
    <span>
      {field.type} →{' '}
      {relation.target === null ? (
        <em>{texts.panel.anything}</em>
      ) : graph.models.has(relation.target) ? (
        <ModelLink id={relation.target} graph={graph} onOpen={onOpen} />
      ) : (
        <>
          <code>{relation.target}</code> <span className="dim">({texts.panel.notRead})</span>
        </>
      )}
    </span>
  );
}

const notesOf = (field: Field): string[] =>
  [
    field.primary_key ? texts.panel.primaryKey : null,
    field.unique && !field.primary_key ? texts.panel.unique : null,
    field.null ? texts.panel.null : null,
    field.relation?.through ? texts.panel.through(classOf(field.relation.through)) : null,
    field.relation?.on_delete ? texts.panel.onDelete(field.relation.on_delete) : null,
    field.inherited_from === null ? null : texts.panel.inherited(classOf(field.inherited_from)),
    field.implicit ? texts.panel.implicit : null,
  ].filter((note) => note !== null);
