import { Button, Modal } from '@mantine/core';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useReturnFocus } from '../../parts/hooks/return-focus.ts';
import { fieldErrors } from '../../parts/states.tsx';
import { texts } from '../../texts.ts';
import type { Form } from '../../wire/request.ts';

type FormDialogProps = {
  title: string;
  /** Names of the fields, so that each refusal stands at its field and the rest together. */
  fields: readonly string[];
  action: string;
  send: (form: Form) => Promise<unknown>;
  refresh: QueryKey;
  onClose: () => void;
  /** It was taken; for what is not to be seen in the list. */
  onDone?: () => void;
  children: (errorOf: (name: string) => string | null, choices: readonly string[]) => ReactNode;
};

/** What the form holds when it is sent; an unticked box is sent as off, so that it can be switched off. */
function read(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values[name] = value;
  for (const box of form.querySelectorAll<HTMLInputElement>('input[type="checkbox"][name]'))
    values[box.name] = box.checked ? 'on' : 'off';
  return values;
}

export function FormDialog({ title, fields, action, send, refresh, onClose, onDone, children }: FormDialogProps) {
  useReturnFocus();
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: send,
    onSuccess: () => void client.invalidateQueries({ queryKey: refresh }),
  });
  // Not once one has left: `onClose` goes back to where the dialog was, and would close another.
  const onTaken = () => {
    onClose();
    onDone?.();
  };
  const errors = fieldErrors(sending.error, fields);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    sending.mutate(read(event.currentTarget), { onSuccess: onTaken });
  };
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': texts.actions.close }}>
      <form className="stack" onSubmit={submit}>
        {children(errors.of, errors.choices)}
        {errors.rest ? (
          <p role="alert" className="tone-bad">
            {errors.rest}
          </p>
        ) : null}
        <div className="row form-end">
          <Button variant="default" onClick={onClose}>
            {texts.actions.cancel}
          </Button>
          <Button type="submit" loading={sending.isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
