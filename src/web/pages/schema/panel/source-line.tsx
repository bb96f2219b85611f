import type { SourceRef } from '../../../../contract/index.ts';
import { CopyButton } from '../../../parts/copy.tsx';
import { CutPath } from '../../../parts/marks/cut-path.tsx';
import { texts } from '../texts.ts';

/** `file:line`, in the form that editors and terminals open. */
export function SourceLine({ source }: { source: SourceRef | null }) {
  if (source === null) return null;
  const text = `${source.file}:${source.line}`;
  return (
    <div className="row model-source">
      <code className="cut">
        <CutPath text={text} />
      </code>
      <CopyButton text={text} label={texts.panel.copySource} />
    </div>
  );
}
