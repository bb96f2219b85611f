import type { SourceRef } from '../../../contract/index.ts';
import { texts } from '../../texts.ts';
import { CopyButton } from '../copy.tsx';
import { CutPath } from '../marks/cut-path.tsx';
import { FileLine } from './file-line.tsx';

/** `file:line`, in the form that editors and terminals open. */
export function SourceLine({ source }: { source: SourceRef | null }) {
  if (source === null) return null;
  const text = texts.files.line(source.file, source.line);
  return (
    <div className="row source-line">
      <code className="cut">
        <FileLine {...source}>
          <CutPath text={text} />
        </FileLine>
      </code>
      <CopyButton text={text} label={texts.files.copy} />
    </div>
  );
}
