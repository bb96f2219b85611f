import { Link } from 'wouter';
import type { Model } from '../../../contract/index.ts';
import { FileLine } from '../../parts/files/file-line.tsx';
import { useCurrentWorkspace } from '../../parts/hooks/current-workspace.ts';
import { modelPath } from '../../parts/links.ts';
import { ScrollBox } from '../../parts/panel.tsx';
import { useSchema } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { cutAtPlaces, modelAbove, ownFile } from './places.ts';

/** The further lines of an entry. Places in files of the project lead into the editor, and to the model that begins above them. */
export function Traceback({ text }: { text: string }) {
  const workspace = useCurrentWorkspace();
  const slug = workspace?.slug ?? '';
  const models = useSchema(slug, workspace !== undefined).data?.models ?? [];
  return (
    <ScrollBox className="stream__detail" label={texts.logs.detail}>
      <pre>
        {cutAtPlaces(text).map(({ at, text: part, place }) => {
          const file = place && ownFile(place.path, workspace?.path, models);
          if (!place || !file) return part;
          const model = modelAbove(models, file, place.line);
          return (
            <span key={at}>
              <FileLine file={file} line={place.line}>
                {part}
              </FileLine>
              {model ? <ToModel slug={slug} model={model} /> : null}
            </span>
          );
        })}
      </pre>
    </ScrollBox>
  );
}

function ToModel({ slug, model }: { slug: string; model: Model }) {
  return (
    <Link
      className="stream__model"
      href={modelPath(slug, model.id)}
      title={texts.logs.toModel(model.name, model.source?.line ?? 0)}
    >
      {model.name}
    </Link>
  );
}
