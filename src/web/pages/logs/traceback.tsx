import { useCurrentWorkspace } from '../../parts/hooks/current-workspace.ts';
import { MarkedText } from '../../parts/linked/marked-text.tsx';
import { ScrollBox } from '../../parts/panel.tsx';
import { texts } from '../../texts.ts';

/** The further lines of an entry, with links to what of the project they name. */
export function Traceback({ text, marks }: { text: string; marks: RegExp | null }) {
  const workspace = useCurrentWorkspace();
  return (
    <ScrollBox className="stream__detail" label={texts.logs.detail}>
      <pre className="linked-text">
        <MarkedText slug={workspace?.slug ?? ''} root={workspace?.path} text={text} pattern={marks} />
      </pre>
    </ScrollBox>
  );
}
