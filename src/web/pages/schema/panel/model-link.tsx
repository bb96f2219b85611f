import type { SchemaGraph } from '../../../../diagram/graph.ts';

type Props = { id: string; graph: SchemaGraph; onOpen: (id: string) => void };

export function ModelLink({ id, graph, onOpen }: Props) {
  return (
    <button type="button" className="model-link" onClick={() => onOpen(id)}>
      {graph.models.get(id)?.model.name ?? id}
    </button>
  );
}
