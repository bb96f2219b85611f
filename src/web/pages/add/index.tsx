/** Adding a project: a folder, what was found in it, done. */
import './add.css';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Detection } from '../../../contract/index.ts';
import { api } from '../../api.ts';
import { IconSearch } from '../../icons.ts';
import { FolderChoices } from '../../parts/folder-choices.tsx';
import { useIsAdmin } from '../../parts/hooks/session-context.ts';
import { PageHead } from '../../parts/panel.tsx';
import { EmptyState, fieldErrors } from '../../parts/states.tsx';
import { useWorkspaces } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { FoundPanel } from './found.tsx';
import { PathField } from './path-field.tsx';
import { typedPath } from './typed-path.ts';

const words = texts.add;

function useDropText(onPath: (path: string) => void, onNote: (note: string) => void) {
  return (event: React.DragEvent) => {
    event.preventDefault();
    const text = event.dataTransfer.getData('text/uri-list') || event.dataTransfer.getData('text/plain');
    const path = text.split(/\r?\n/)[0]?.trimStart() ?? '';
    if (/^(?:file:\/\/|\/|~)/.test(path)) onPath(path);
    else if (event.dataTransfer.files[0]) onNote(words.droppedName(event.dataTransfer.files[0].name));
  };
}

/** Leads to the workspace that a refused folder is already. */
function Known({ path }: { path: string }) {
  const folders = [path, path.trimEnd()].map((each) => each.replace(/\/+$/, ''));
  const known = useWorkspaces().data?.find((each) => folders.includes(each.path));
  if (!known) return null;
  return <Link href={`/w/${known.slug}`}>{words.open(known.name)}</Link>;
}

function Wizard() {
  const [path, setPath] = useState('');
  const [note, setNote] = useState<string | null>(null);
  const [found, setFound] = useState<Detection | null>(null);
  const [, go] = useLocation();
  const chosenLast = useRef('');
  const field = useRef<HTMLInputElement>(null);
  const look = useMutation({
    mutationFn: (wanted: string) => api.detectProject(wanted),
    // Not an answer to what was left behind.
    onSuccess: (answer, wanted) => (wanted === chosenLast.current ? setFound(answer) : undefined),
  });
  const errors = fieldErrors(look.error, ['path']);
  const choose = (chosen: string) => {
    setPath(chosen);
    chosenLast.current = chosen;
    setNote(null);
    setFound(null);
    look.reset();
  };
  const lookInto = (typed: string) => {
    const wanted = typedPath(typed);
    choose(wanted);
    if (wanted) look.mutate(wanted);
    else setNote(words.nothing);
  };
  const drop = useDropText(lookInto, setNote);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra way in; the field takes the same by keyboard
    <div className="stack add" onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <form
        className="panel add__form"
        onSubmit={(event) => {
          event.preventDefault();
          lookInto(path);
        }}
      >
        <PathField
          path={path}
          decided={!look.isIdle}
          onPath={choose}
          onPick={lookInto}
          inputRef={field}
          error={note ?? errors.of('path') ?? errors.rest}
        />
        <Button
          type="submit"
          size="sm"
          variant={found ? 'default' : 'filled'}
          loading={look.isPending}
          leftSection={<IconSearch size={14} aria-hidden />}
        >
          {words.look}
        </Button>
        <FolderChoices
          of={errors.choices}
          onChoose={(chosen) => {
            // The choices go: whoever chose by keyboard is left at the field.
            field.current?.focus();
            lookInto(chosen);
          }}
        />
      </form>
      {look.error ? <Known path={look.variables} /> : null}
      {found ? <FoundPanel key={found.path} found={found} onAdded={(slug) => go(`/w/${slug}`)} /> : null}
    </div>
  );
}

export function AddPage() {
  const isAdmin = useIsAdmin();
  return (
    <>
      <PageHead title={words.title} detail={words.lead} />
      {isAdmin ? <Wizard /> : <EmptyState title={words.viewer} />}
    </>
  );
}
