import { ActionIcon, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { IconArrowDown, IconArrowUp, IconSearch } from '../../../icons.ts';
import { writeLater } from '../../../parts/hooks/late-address.ts';
import { placeAfter } from '../../../parts/matching/marking.ts';
import { texts } from '../texts.ts';

type Props = {
  search: string;
  found: readonly string[] | null;
  onSearch: (text: string) => void;
  onFound: (id: string) => void;
};

const pauseMs = 150;

/** Works like the browser's own search: Enter goes to the next match, Shift-Enter back. */
export function SearchBox({ search, found, onSearch, onFound }: Props) {
  const [text, setText] = useTyped(search, onSearch);
  const [current, setCurrent] = useState(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other matches are counted from the start
  useEffect(() => setCurrent(-1), [found]);
  const total = found?.length ?? 0;

  const step = (by: 1 | -1, from = current) => {
    const next = placeAfter(from, by, total);
    const id = found?.[next];
    if (id === undefined) return;
    setCurrent(next);
    onFound(id);
  };
  /** Enter may be quicker than the pause: what was found is then of another text. */
  const [owed, setOwed] = useState<1 | -1 | 0>(0);
  useEffect(() => {
    if (owed === 0 || text !== search) return;
    setOwed(0);
    step(owed, -1);
  });
  const go = (by: 1 | -1) => {
    if (text === search) return step(by);
    setOwed(by);
    onSearch(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    if (event.key === 'Escape') setText('');
  };
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
        {found === null ? '' : texts.search.matches(current + 1, total)}
      </span>
      {total === 0 ? null : (
        <>
          <StepButton label={texts.search.previous} Icon={IconArrowUp} onClick={() => go(-1)} />
          <StepButton label={texts.search.next} Icon={IconArrowDown} onClick={() => go(1)} />
        </>
      )}
    </search>
  );
}

/** The address follows when the typing pauses. */
const useTyped = (value: string, onPause: (text: string) => void): [string, (text: string) => void] => {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const type = (typed: string) => {
    setText(typed);
    writeLater('search', pauseMs, () => onPause(typed));
  };
  return [text, type];
};

function StepButton({ label, Icon, onClick }: { label: string; Icon: typeof IconArrowUp; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
}
