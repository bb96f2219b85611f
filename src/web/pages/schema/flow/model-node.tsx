import { memo } from 'react';
import type { Box, ModelBox, Row } from '../../../../diagram/boxes.ts';
import { rowDetail } from '../../../../diagram/boxes.ts';
import { texts } from '../texts.ts';

/** What React Flow hands to a node; kept small, since hundreds of them come and go while panning. */
export type BoxData = { box: Box; found: boolean | null; words: string };

const isFound = (name: string, words: string): boolean =>
  words !== '' && words.split(/\s+/).some((word) => name.toLowerCase().includes(word));

function RowLine({ row, words }: { row: Row; words: string }) {
  const { field, unmade } = row;
  const detail = rowDetail(field);
  return (
    <div className="model-row" data-unmade={unmade ?? undefined} data-found={isFound(field.name, words) || undefined}>
      <span className={field.primary_key ? 'model-row__name model-row__name--key' : 'model-row__name'}>
        {field.name}
        {field.null ? '?' : ''}
      </span>
      <span className="model-row__detail">{detail}</span>
    </div>
  );
}

function ModelBody({ box, words }: { box: ModelBox; words: string }) {
  const { model, unmade } = box.node;
  return (
    <>
      <div className="model-box__head">
        <span className="model-box__title">{box.title}</span>
        {model.kind === 'model' && !box.node.between ? null : (
          <span className="model-box__kind">{model.kind === 'model' ? texts.between : texts.kinds[model.kind]}</span>
        )}
        {unmade === null ? null : (
          <span className="model-box__unmade" title={texts.unmade(unmade.count)}>
            {unmade.count}
          </span>
        )}
      </div>
      {box.rows.length === 0 ? null : (
        <div className="model-box__rows">
          {box.rows.map((row) => (
            <RowLine key={row.field.name} row={row} words={words} />
          ))}
          {box.more > 0 ? <div className="model-row model-row__detail">{texts.graph.more(box.more)}</div> : null}
        </div>
      )}
    </>
  );
}

export const BoxNode = memo(function BoxNode({ data, selected }: { data: BoxData; selected?: boolean }) {
  const { box, found, words } = data;
  const model = box.kind === 'model' ? box.node.model : null;
  const own = box.kind === 'app' ? box.own : box.node.model.own;
  return (
    <div
      className={box.kind === 'app' ? 'model-box model-box--app' : 'model-box'}
      data-kind={model?.kind}
      data-between={(box.kind === 'model' && box.node.between) || undefined}
      data-own={own}
      data-faded={found === false || undefined}
      data-found={found === true || undefined}
      data-selected={selected || undefined}
    >
      {box.kind === 'app' ? (
        <div className="model-box__head">
          <span className="model-box__title">{box.title}</span>
          <span className="model-box__kind">{box.models}</span>
        </div>
      ) : (
        <ModelBody box={box} words={words} />
      )}
    </div>
  );
});
