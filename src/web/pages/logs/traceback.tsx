import { useCurrentWorkspace } from '../../parts/hooks/current-workspace.ts';
import { LinkedText } from '../../parts/linked/linked-text.tsx';
import { ScrollBox } from '../../parts/panel.tsx';
import { texts } from '../../texts.ts';

/** The further lines of an entry, with links to what of the project they name. */
export function Traceback({ text }: { text: string }) {
  const workspace = useCurrentWorkspace();
  return (
    <ScrollBox className="stream__detail" label={texts.logs.detail}>
      <pre className="linked-text">
        {workspace ? <LinkedText slug={workspace.slug} root={workspace.path} text={text} /> : text}
      </pre>
    </ScrollBox>
  );
}
