import { Link, useParams } from 'wouter';
import type { SchemaGraph } from '../../../../diagram/graph.ts';
import { modelPath } from '../../../parts/links.ts';

type Props = { id: string; graph: SchemaGraph; onOpen: (id: string) => void };

/** Pressed, it keeps what else is shown; opened beside, or copied, it is the model's own address. */
export function ModelLink({ id, graph, onOpen }: Props) {
  const { slug = '' } = useParams();
  return (
    <Link
      href={modelPath(slug, id)}
      className="model-link"
      onClick={(event) => {
        event.preventDefault();
        onOpen(id);
      }}
    >
      {graph.models.get(id)?.model.name ?? id}
    </Link>
  );
}
