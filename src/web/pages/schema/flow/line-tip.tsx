import type { EdgeLine } from '../../../../diagram/edge-path.ts';
import { classOf } from '../../../../diagram/graph.ts';
import type { Scene } from '../../../../diagram/scene.ts';
import { texts } from '../texts.ts';
import { tipPlace } from './tip-place.ts';

export type Tip = { line: EdgeLine; x: number; y: number };

/** What the line under the pointer says. A help for the eye: the table and the panel say the same in words. */
export function LineTip({ tip, scene }: { tip: Tip; scene: Scene }) {
  const { edge } = tip.line;
  const name = (id: string) => scene.boxes.get(id)?.box.title ?? classOf(id);
  return (
    <div
      className="line-tip"
      style={tipPlace(tip, { width: window.innerWidth, height: window.innerHeight })}
      aria-hidden
    >
      {edge.kind === 'mixed' || edge.from !== edge.source || edge.to !== edge.target ? (
        texts.graph.bundle(name(edge.from), name(edge.to), edge.count)
      ) : (
        <>
          <strong>
            {name(edge.source)}
            {edge.field === null ? '' : `.${edge.field}`} → {name(edge.target)}
          </strong>
          <span>
            {texts.edges[edge.kind]}
            {edge.field === null ? '' : `, ${texts.relation(edge.sourceMark, edge.targetMark)}`}
            {edge.through === null ? '' : `, ${texts.panel.through(classOf(edge.through))}`}
          </span>
        </>
      )}
    </div>
  );
}
