/** The assistant drawer: what a preset does, exactly what it runs, what it may do, and the acknowledgement. */
import './runs.css';
import { Drawer, TextInput } from '@mantine/core';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Preset, Workspace } from '../../../contract/index.ts';
import { IconSearch } from '../../icons.ts';
import { Callout } from '../../parts/callout.tsx';
import { useReturnFocus } from '../../parts/hooks/return-focus.ts';
import { useSandboxProfile } from '../../parts/hooks/session-context.ts';
import { Command } from '../../parts/marks/command.tsx';
import { PresetIcon } from '../../parts/marks/preset-icon.tsx';
import { Swatch } from '../../parts/marks/swatch.tsx';
import { Loaded } from '../../parts/states.tsx';
import { usePresets, useWorkspaces } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { RunForm } from './run-form.tsx';

const { drawer } = texts.runs;

type PresetListProps = { presets: readonly Preset[]; chosen: string | null; onChoose: (key: string) => void };

/** What was chosen elsewhere (in the palette, on a page) may lie below the edge of the list, which a choice makes smaller, too. */
function useInSight(list: RefObject<HTMLElement | null>, chosen: string | null): void {
  useEffect(() => {
    if (chosen !== null)
      list.current?.querySelector('input:checked')?.closest('label')?.scrollIntoView({ block: 'nearest' });
  }, [list, chosen]);
}

function PresetOption({ preset, checked, onChoose }: { preset: Preset; checked: boolean; onChoose: () => void }) {
  return (
    <label className="preset">
      <input type="radio" name="preset" value={preset.key} checked={checked} onChange={onChoose} />
      <PresetIcon name={preset.icon} />
      <span className="grow">
        <span className="preset__label">{preset.label}</span>
        <Command className="preset__command dim" text={preset.command} />
      </span>
    </label>
  );
}

/** Those that are called so before those that only have it in their command: `check` is above all the command of that name. */
function findPresets(presets: readonly Preset[], wanted: string): Preset[] {
  const begins = ({ label, key }: Preset) => [label, key].some((name) => name.toLowerCase().startsWith(wanted));
  const found = presets.filter(({ label, key, command }) =>
    `${label} ${key} ${command}`.toLowerCase().includes(wanted),
  );
  return [...found.filter(begins), ...found.filter((preset) => !begins(preset))];
}

function PresetList({ presets, chosen, onChoose }: PresetListProps) {
  const [text, setText] = useState('');
  const list = useRef<HTMLFieldSetElement>(null);
  useInSight(list, presets.length > 0 ? chosen : null);
  const wanted = text.trim().toLowerCase();
  const shown = findPresets(presets, wanted);
  const categories = [...new Set(shown.map((preset) => preset.category))];
  return (
    <div className="stack stack--tight">
      <TextInput
        data-autofocus
        // The drawer would give it the focus a moment later, and the first letters would be lost.
        autoFocus
        type="search"
        aria-label={drawer.filter}
        placeholder={drawer.filter}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = shown;
          if (event.key !== 'Enter' || !first) return;
          event.preventDefault();
          onChoose(first.key);
          list.current?.querySelector<HTMLElement>('input')?.focus();
        }}
      />
      <fieldset className="presets" ref={list} data-chosen={chosen !== null} hidden={presets.length === 0}>
        <legend className="hidden-text">{drawer.choose}</legend>
        {categories.map((category) => (
          <div key={category}>
            <h3 className="presets__group">{category}</h3>
            {shown
              .filter((preset) => preset.category === category)
              .map((preset) => (
                <PresetOption
                  key={preset.key}
                  preset={preset}
                  checked={preset.key === chosen}
                  onChoose={() => onChoose(preset.key)}
                />
              ))}
          </div>
        ))}
        {presets.length > 0 && shown.length === 0 ? <p className="dim">{drawer.none}</p> : null}
      </fieldset>
    </div>
  );
}

/** Named wherever it is opened: a page without a workspace of its own stands for the last one. */
function Title({ workspace }: { workspace: Workspace | undefined }) {
  if (!workspace) return drawer.title;
  return (
    <>
      {drawer.title} <span className="dim">{drawer.within}</span>{' '}
      <span className="drawer__workspace">
        <Swatch colour={workspace.colour} /> {workspace.name}
      </span>
    </>
  );
}

export function RunDrawer({ slug, preset, onClose }: { slug: string; preset: string | null; onClose: () => void }) {
  useReturnFocus();
  const presets = usePresets(slug);
  const workspace = useWorkspaces().data?.find((each) => each.slug === slug);
  const profile = useSandboxProfile();
  const [key, setKey] = useState(preset);
  const chosen = useMemo(() => presets.data?.find((each) => each.key === key), [presets.data, key]);
  return (
    <Drawer
      opened
      onClose={onClose}
      size="md"
      title={<Title workspace={workspace} />}
      closeButtonProps={{ 'aria-label': texts.actions.close }}
    >
      <div className="stack">
        <div className="stack stack--tight">
          {workspace ? <code className="drawer__path dim">{workspace.path}</code> : null}
          <p className="dim">{profile === 'none' ? drawer.leadUnheld : drawer.lead}</p>
        </div>
        {workspace && !workspace.available ? (
          <Callout title={texts.shell.unavailable.title}>{drawer.folderGone}</Callout>
        ) : null}
        <PresetList presets={presets.data ?? []} chosen={key} onChoose={setKey} />
        {presets.data ? null : <Loaded query={presets}>{() => null}</Loaded>}
        {chosen ? <RunForm key={chosen.key} slug={slug} preset={chosen} onClose={onClose} /> : null}
      </div>
    </Drawer>
  );
}
