import { ActionIcon, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { IconArrowDown, IconArrowUp, IconSearch } from '../../../icons.ts';
import { texts } from '../texts.ts';

type Props = {
  search: string;
  found: readonly string[] | null;
  onSearch: (text: string) => void;
  onFound: (id: string) => void;
};

/** Works like the browser's own search: Enter goes to the next match, Shift-Enter back. */
export function SearchBox({ search, found, onSearch, onFound }: Props) {
  const [text, setText] = useState(search);
  const [current, setCurrent] = useState(-1);
  useEffect(() => setText(search), [search]);
  // The address follows when the typing pauses: rewriting it per key would fill the browser's history quota.
  useEffect(() => {
    if (text === search) return;
    const timer = setTimeout(() => onSearch(text), 150);
    return () => clearTimeout(timer);
  }, [text, search, onSearch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other matches are counted from the start
  useEffect(() => setCurrent(-1), [found]);

  const step = (by: 1 | -1) => {
    if (found === null || found.length === 0) return;
    const next = current === -1 && by === -1 ? found.length - 1 : (current + by + found.length) % found.length;
    setCurrent(next);
    onFound(found[next] as string);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') setText('');
  };
  const state =
    found === null ? '' : found.length === 0 ? texts.search.none : texts.search.position(current + 1, found.length);
  return (
    <search className="schema-search">
      <TextInput
        size="xs"
        type="search"
        aria-label={texts.search.label}
        placeholder={texts.search.label}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className="schema-search__state" role="status">
        {state}
      </span>
      {found === null || found.length === 0 ? null : (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={texts.search.previous}
            onClick={() => step(-1)}
          >
            <IconArrowUp size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={texts.search.next} onClick={() => step(1)}>
            <IconArrowDown size={14} aria-hidden />
          </ActionIcon>
        </>
      )}
    </search>
  );
}
