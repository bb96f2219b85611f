import { ActionIcon, Button, Modal, TextInput, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { IconTrash } from '../../icons.ts';
import { useReturnFocus } from '../../parts/hooks/return-focus.ts';
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

/** Names what goes, and what stays. */
function RemoveDialog({ title, body, word, action, remove, refresh, onClose }: RemoveProps & { onClose: () => void }) {
  useReturnFocus();
  const [typed, setTyped] = useState('');
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
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

/** A button that asks first. */
export function RemoveButton({ action = texts.actions.remove, ...rest }: RemoveProps) {
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Tooltip label={action}>
        <ActionIcon variant="subtle" color="gray" aria-label={rest.title} onClick={dialog.open}>
          <IconTrash size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {opened ? <RemoveDialog {...rest} action={action} onClose={dialog.close} /> : null}
    </>
  );
}
