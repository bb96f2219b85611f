import { ActionIcon, Button, Modal, TextInput, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { IconTrash } from '../../icons.ts';
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

/** A button that asks first: names what goes, and what stays. */
export function RemoveButton({ title, body, word, action = texts.actions.remove, remove, refresh }: RemoveProps) {
  const [opened, dialog] = useDisclosure(false);
  const [typed, setTyped] = useState('');
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      dialog.close();
      await client.invalidateQueries({ queryKey: refresh });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    removal.mutate();
  };
  return (
    <>
      <Tooltip label={action}>
        <ActionIcon variant="subtle" color="gray" aria-label={title} onClick={dialog.open}>
          <IconTrash size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Modal
        opened={opened}
        onClose={dialog.close}
        title={title}
        closeButtonProps={{ 'aria-label': texts.actions.close }}
      >
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
            <Button variant="default" onClick={dialog.close}>
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
    </>
  );
}
