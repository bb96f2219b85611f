import { ActionIcon, Button, Modal, TextInput, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { IconTrash } from '../../icons.ts';
import { isFocusLost, useReturnFocus } from '../../parts/hooks/return-focus.ts';
import { explain } from '../../parts/states.tsx';
import { texts } from '../../texts.ts';

type RemoveProps = {
  title: string;
  body?: string;
  /** Word that must be typed first, for what cannot be undone. */
  word?: { label: string; value: string };
  action?: string;
  remove: () => Promise<void>;
  refresh: QueryKey;
};

type DialogProps = RemoveProps & { onClose: () => void; onRemoved: () => void };

/** Names what goes, and what stays. */
function RemoveDialog({ title, body, word, action, remove, refresh, onClose, onRemoved }: DialogProps) {
  useReturnFocus();
  const [typed, setTyped] = useState('');
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      onRemoved();
      onClose();
      await client.invalidateQueries({ queryKey: refresh });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    removal.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.actions.close }}>
      <form className="stack" onSubmit={submit}>
        {body ? <p>{body}</p> : null}
        {word ? (
          <TextInput
            data-autofocus
            label={word.label}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ) : null}
        {removal.error ? (
          <p role="alert" className="tone-bad">
            {explain(removal.error)}
          </p>
        ) : null}
        <div className="row form-end">
          <Button variant="default" onClick={onClose}>
            {texts.actions.cancel}
          </Button>
          <Button
            type="submit"
            color="red.8"
            loading={removal.isPending}
            disabled={word !== undefined && typed !== word.value}
          >
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Buttons of the rows after this one, then of those before it, the nearest first; then the one that adds a row. */
function heirsOf(button: HTMLElement | null): HTMLElement[] {
  const own = button?.closest('tr');
  const rows = [...(own?.parentElement?.children ?? [])];
  const at = own ? rows.indexOf(own) : 0;
  const others = [...rows.slice(at + 1), ...rows.slice(0, at).reverse()];
  const last = (row: Element) => [...row.querySelectorAll('button')].at(-1) ?? [];
  return [...others.flatMap(last), ...document.querySelectorAll<HTMLElement>('.admin-add button')];
}

/** The button goes with the row of what it has removed: the keyboard goes on beside it. Gives what to call before that. */
function useHeirs(button: RefObject<HTMLElement | null>): () => void {
  const heirs = useRef<readonly HTMLElement[]>([]);
  useEffect(
    () => () => {
      if (isFocusLost()) heirs.current.find((each) => each.isConnected)?.focus();
    },
    [],
  );
  return () => {
    heirs.current = heirsOf(button.current);
  };
}

/** A button that asks first. */
export function RemoveButton({ action = texts.actions.remove, ...rest }: RemoveProps) {
  const [opened, dialog] = useDisclosure(false);
  const own = useRef<HTMLButtonElement>(null);
  const onRemoved = useHeirs(own);
  return (
    <>
      <Tooltip label={action}>
        <ActionIcon ref={own} variant="subtle" color="gray" aria-label={rest.title} onClick={dialog.open}>
          <IconTrash size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {opened ? <RemoveDialog {...rest} action={action} onClose={dialog.close} onRemoved={onRemoved} /> : null}
    </>
  );
}
