import { ActionIcon, Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import type { Difference, MigrationsDetail } from '../../../../contract/index.ts';
import { differencesOf } from '../../../../diagram/differences.ts';
import type { SchemaGraph, SchemaModel } from '../../../../diagram/graph.ts';
import { IconX } from '../../../icons.ts';
import { SourceLine } from '../../../parts/files/source-line.tsx';
import { useKeys } from '../../../parts/hooks/keys.ts';
import { usePanelFocus } from '../../../parts/hooks/return-focus.ts';
import { Tag } from '../../../parts/status-mark.tsx';
import { IconFit, IconFocus } from '../icons.ts';
import { texts } from '../texts.ts';
import { FieldList } from './field-list.tsx';
import { DifferenceList, IncomingList, MigrationList, UnmadeList } from './lists.tsx';

export type PanelProps = {
  slug: string;
  id: string;
  /** Asked for, of this model. */
  field: string | null;
  graph: SchemaGraph;
  migrations: MigrationsDetail | null;
  differences: readonly Difference[];
  onOpen: (id: string | null) => void;
  onFocus: (id: string) => void;
  onShow: (id: string) => void;
};

/** Everything that is known of one model. */
export function ModelPanel(props: PanelProps) {
  const { id, graph, onOpen } = props;
  const node = graph.models.get(id);
  const name = node?.model.name ?? id;
  const close = () => onOpen(null);
  useKeys({ Escape: close });
  const panel = useRef<HTMLElement>(null);
  usePanelFocus(panel, id);
  return (
    <aside className="model-panel" aria-label={texts.panel.label(name)} ref={panel} tabIndex={-1}>
      <header className="model-panel__head">
        <h2 className="wrap">{name}</h2>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.panel.close} onClick={close}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </header>
      {node === undefined ? <p className="dim">{texts.panel.gone}</p> : <PanelBody {...props} node={node} key={id} />}
    </aside>
  );
}

function PanelBody({
  slug,
  node,
  field,
  graph,
  migrations,
  differences,
  onOpen,
  onFocus,
  onShow,
}: PanelProps & { node: SchemaModel }) {
  const { model, unmade } = node;
  const app = graph.apps.find((one) => one.label === model.app);
  return (
    <div className="model-panel__body">
      <div className="row row--wrap">
        <span className="dim wrap">{app?.name ?? model.app}</span>
        {model.kind === 'model' ? null : <Tag tone="idle">{texts.kinds[model.kind]}</Tag>}
        {node.between && model.kind === 'model' ? <Tag tone="idle">{texts.between}</Tag> : null}
        {model.own ? null : <Tag tone="idle">{texts.thirdParty}</Tag>}
        {unmade === null ? null : <Tag tone="warn">{texts.unmade(unmade.count)}</Tag>}
      </div>
      <SourceLine source={model.source} />
      <div className="row row--wrap">
        <Button variant="default" leftSection={<IconFocus size={14} aria-hidden />} onClick={() => onFocus(model.id)}>
          {texts.focus.start}
        </Button>
        <Button variant="default" leftSection={<IconFit size={14} aria-hidden />} onClick={() => onShow(model.id)}>
          {texts.panel.show}
        </Button>
      </div>
      <UnmadeList unmade={unmade} />
      <DifferenceList differences={differencesOf(model, differences)} />
      <Facts node={node} />
      <FieldList node={node} asked={field} graph={graph} onOpen={onOpen} />
      <IncomingList node={node} graph={graph} onOpen={onOpen} />
      <MigrationList slug={slug} model={model} migrations={migrations} />
    </div>
  );
}

function Facts({ node }: { node: SchemaModel }) {
  const { model } = node;
  const noTable = model.kind === 'abstract' ? texts.panel.noTable : texts.panel.unknownTable;
  const facts: [string, ReactNode][] = [
    [texts.panel.table, model.table === null ? noTable : <code key="table">{model.table}</code>],
  ];
  const list = (label: string, values: readonly string[]) => {
    if (values.length > 0) facts.push([label, <code key={label}>{values.join(', ')}</code>]);
  };
  list(texts.panel.bases, model.bases);
  list(texts.panel.compositeKey, model.composite_key);
  list(texts.panel.ordering, model.ordering);
  list(
    texts.panel.together,
    model.unique_together.map((names) => `(${names.join(', ')})`),
  );
  list(texts.panel.constraints, model.constraints);
  list(texts.panel.indexes, model.indexes);
  return (
    <dl className="model-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
