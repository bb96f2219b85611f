import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { errorLevels, everyLogFile, logLevels } from '../../../contract/words.ts';
import { IconSearch, IconX } from '../../icons.ts';
import { type Choice, withAsked } from '../../parts/choices.ts';
import { writeLater } from '../../parts/hooks/late-address.ts';
import { exactTime } from '../../parts/time/moment.tsx';
import { texts } from '../../texts.ts';
import type { Filter } from './use-filter.ts';

const words = texts.logs;
const typingMs = 250;

/** Each level, and errors with what is worse. */
const levelChoices: Choice[] = [
  { value: '', label: words.anyLevel },
  { value: errorLevels.join(), label: words.errorsAndWorse },
  ...logLevels.map((value) => ({ value, label: texts.level[value] })),
];

const timeChoices: Choice[] = [
  { value: '', label: words.anyTime },
  ...(['15m', '1h', '1d', '7d'] as const).map((value) => ({ value, label: words.last[value] })),
];

const sourceChoices = (sources: readonly string[]): Choice[] => [
  { value: '', label: words.anySource },
  { value: everyLogFile, label: words.everyLogFile },
  ...sources.map((value) => ({ value, label: value })),
];

const sinceLabel = (since: string): string => (Number.isNaN(Date.parse(since)) ? since : words.since(exactTime(since)));

type Props = {
  filter: Filter;
  sources: readonly string[];
  /** What is wrong with the text. */
  error: string | null;
  /** Names of filters whose values the service does not know: an address may ask for anything. */
  wrong: readonly string[];
  onChange: (name: keyof Filter, value: string) => void;
  /** Null where nothing is filtered. */
  onClear: (() => void) | null;
  /** How many lines that leaves. */
  count: string | null;
};

export function FilterBar({ filter, sources, error, wrong, onChange, onClear, count }: Props) {
  const [text, setText] = useState(filter.q);
  // The palette and the way back ask for another text, too.
  useEffect(() => setText(filter.q), [filter.q]);
  const selects = [
    { name: 'level', label: words.level, data: withAsked(levelChoices, filter.level) },
    { name: 'source', label: words.source, data: withAsked(sourceChoices(sources), filter.source) },
    { name: 'since', label: words.time, data: withAsked(timeChoices, filter.since, sinceLabel(filter.since)) },
  ] as const;
  return (
    <div className="row row--wrap filters">
      <TextInput
        className="filters__text"
        size="xs"
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        error={error}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          setText(typed);
          writeLater('search', typingMs, () => onChange('q', typed));
        }}
      />
      {selects.map(({ name, label, data }) => (
        <NativeSelect
          key={name}
          size="xs"
          aria-label={label}
          value={filter[name]}
          error={wrong.includes(name)}
          data-set={filter[name] !== '' || undefined}
          onChange={(event) => onChange(name, event.currentTarget.value)}
          data={data}
        />
      ))}
      {onClear ? (
        <Button variant="subtle" leftSection={<IconX size={14} aria-hidden />} onClick={onClear}>
          {words.clear}
        </Button>
      ) : null}
      <span className="filters__count dim small" role="status">
        {count}
      </span>
    </div>
  );
}
