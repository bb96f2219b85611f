import { ActionIcon, Menu, TextInput, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { type RefObject, useState } from 'react';
import { IconArrowDown, IconArrowUp, IconCheck, IconCopy } from '../../icons.ts';
import { texts } from '../../texts.ts';
import { copyTitle } from '../copy.tsx';
import { withoutTime } from './line-time.ts';
import { Toggle } from './toggle.tsx';
import type { RunLog } from './use-run-log.ts';

const words = texts.logView;
type ToggleState = { label: string; on: boolean; set: (on: boolean) => void };
/** `isOver`: before that, not to have found anything says nothing. */
type Search = { text: string; regex: boolean; problem: string | null; at: number; count: number; isOver: boolean };
type ToolbarProps = {
  log: RunLog;
  live: boolean;
  field: RefObject<HTMLInputElement | null>;
  search: Search;
  toggles: readonly ToggleState[];
  onText: (text: string) => void;
  onRegex: (on: boolean) => void;
  onJump: (step: 1 | -1) => void;
};

function CopyMenu({ log }: { log: RunLog }) {
  const clipboard = useClipboard({ timeout: 1500 });
  const copy = (form: (text: string) => string) => clipboard.copy(log.lines.map((line) => form(line.text)).join('\n'));
  const label = copyTitle(clipboard, words.copy);
  const [opened, setOpened] = useState(false);
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Tooltip label={label} disabled={opened}>
          <ActionIcon variant="default" size="md" aria-label={label}>
            {clipboard.copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => copy(withoutTime)}>{words.copyPlain}</Menu.Item>
        <Menu.Item onClick={() => copy((text) => text)}>{words.copyTimes}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Jump({ search, onJump }: { search: Search; onJump: (step: 1 | -1) => void }) {
  return (
    <>
      <ActionIcon
        variant="default"
        size="md"
        aria-label={words.previous}
        disabled={search.count === 0}
        onClick={() => onJump(-1)}
      >
        <IconArrowUp size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="md"
        aria-label={words.next}
        disabled={search.count === 0}
        onClick={() => onJump(1)}
      >
        <IconArrowDown size={14} aria-hidden />
      </ActionIcon>
      <span className="nowrap dim small" role="status">
        {search.text && search.problem === null && (search.isOver || search.count > 0)
          ? texts.matches(search.at, search.count)
          : ''}
      </span>
    </>
  );
}

export function Toolbar(props: ToolbarProps) {
  const { search } = props;
  return (
    <div className="log-view__bar">
      <div className="log-view__find">
        <TextInput
          ref={props.field}
          size="xs"
          className="log-view__search"
          type="search"
          placeholder={words.search}
          aria-label={words.search}
          value={search.text}
          error={search.problem}
          onChange={(event) => props.onText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            props.onJump(event.shiftKey ? -1 : 1);
          }}
        />
        <Toggle on={search.regex} onChange={props.onRegex} label={words.regex}>
          .*
        </Toggle>
        <Jump search={search} onJump={props.onJump} />
      </div>
      <div className="log-view__show">
        <span className="log-view__lines dim small nowrap">{words.lines(props.log.lines.length)}</span>
        {props.toggles.map((toggle) => (
          <Toggle key={toggle.label} on={toggle.on} onChange={toggle.set}>
            {toggle.label}
          </Toggle>
        ))}
        <CopyMenu log={props.log} />
      </div>
    </div>
  );
}
