import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { IconChevronDown, IconTrash } from '../../../icons.ts';
import { IconBookmark } from '../icons.ts';
import type { NamedView } from '../layout/storage.ts';
import { texts } from '../texts.ts';

export type ViewsMenuProps = {
  current: string | null;
  views: readonly NamedView[];
  onChoose: (view: NamedView | null) => void;
  /** Whether it is kept. */
  onSave: (name: string) => boolean;
  onRemove: (name: string) => void;
};

export function ViewsMenu({ current, views, onChoose, onSave, onRemove }: ViewsMenuProps) {
  const [open, setOpen] = useState(false);
  const choose = (view: NamedView | null) => {
    onChoose(view);
    setOpen(false);
  };
  const save = (name: string): boolean => {
    const isKept = onSave(name);
    if (isKept) setOpen(false);
    return isKept;
  };
  return (
    <Popover position="bottom-start" width={320} trapFocus returnFocus opened={open} onChange={setOpen}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconBookmark size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          <span className="cut schema-views__current">{current ?? texts.views.label}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="schema-filter" aria-label={texts.views.label}>
        <ViewList current={current} views={views} onChoose={choose} onRemove={onRemove} />
        <SaveForm onSave={save} />
      </Popover.Dropdown>
    </Popover>
  );
}

function ViewList({ current, views, onChoose, onRemove }: Omit<ViewsMenuProps, 'onSave'>) {
  const whole = useRef<HTMLButtonElement>(null);
  const remove = (name: string) => {
    onRemove(name);
    // The button that was pressed goes with it.
    whole.current?.focus();
  };
  return (
    <>
      <ul className="schema-views">
        <li>
          <button type="button" ref={whole} aria-current={current === null} onClick={() => onChoose(null)}>
            {texts.views.whole}
          </button>
        </li>
        {views.map((view) => (
          <li key={view.name}>
            <button type="button" aria-current={view.name === current} onClick={() => onChoose(view)}>
              {view.name}
            </button>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={texts.views.remove(view.name)}
              onClick={() => remove(view.name)}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {views.length === 0 ? <p className="dim small">{texts.views.none}</p> : null}
    </>
  );
}

function SaveForm({ onSave }: Pick<ViewsMenuProps, 'onSave'>) {
  const [name, setName] = useState('');
  const [isRefused, setRefused] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    const isKept = onSave(name.trim());
    setRefused(!isKept);
    if (isKept) setName('');
  };
  return (
    <form className="row" onSubmit={submit}>
      <TextInput
        size="xs"
        className="grow"
        aria-label={texts.views.name}
        placeholder={texts.views.name}
        maxLength={60}
        value={name}
        error={isRefused ? texts.views.notKept : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        {texts.views.save}
      </Button>
    </form>
  );
}
