/** The assistant drawer: what a preset does, exactly what it runs, what it may do, and the acknowledgement. */
import './runs.css';
import { Button, Checkbox, Drawer, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Preset, Workspace } from '../../../contract/index.ts';
import { IconExternalLink, IconPlayerPlay, IconSearch } from '../../icons.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { useSandboxProfile } from '../../parts/hooks/session-context.ts';
import { PresetIcon } from '../../parts/marks/preset-icon.tsx';
import { fieldErrors, Loaded } from '../../parts/states.tsx';
import { usePresets, useQueueRun, useWorkspaces } from '../../queries.ts';
import { texts } from '../../texts.ts';

const { drawer, sandbox } = texts.runs;
const noteLimit = 280;

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
        <code className="preset__command dim">{preset.command}</code>
      </span>
    </label>
  );
}

function PresetList({ presets, chosen, onChoose }: PresetListProps) {
  const [text, setText] = useState('');
  const list = useRef<HTMLFieldSetElement>(null);
  useInSight(list, presets.length > 0 ? chosen : null);
  const wanted = text.trim().toLowerCase();
  const shown = presets.filter((preset) =>
    `${preset.label} ${preset.key} ${preset.command}`.toLowerCase().includes(wanted),
  );
  const categories = [...new Set(shown.map((preset) => preset.category))];
  return (
    <div className="stack stack--tight">
      <TextInput
        data-autofocus
        type="search"
        aria-label={drawer.filter}
        placeholder={drawer.filter}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <fieldset className="presets" ref={list} data-chosen={chosen !== null}>
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

function PresetFacts({ preset, workspace }: { preset: Preset; workspace: Workspace | undefined }) {
  const profile = useSandboxProfile();
  return (
    <dl className="facts">
      <div>
        <dt className="hidden-text">{preset.label}</dt>
        <dd>
          {preset.description}{' '}
          <a href={preset.documentation_url} target="_blank" rel="noopener noreferrer" className="nowrap">
            {drawer.docs} <IconExternalLink size={12} aria-hidden />
          </a>
        </dd>
      </div>
      <div>
        <dt>{drawer.command}</dt>
        <dd className="row">
          <code className="grow">{preset.command}</code>
          <CopyButton text={preset.command} />
        </dd>
      </div>
      <div>
        <dt>{drawer.allows}</dt>
        <dd>
          {sandbox.profile[profile] ?? profile} {workspace?.network ? sandbox.networkOn : sandbox.networkOff}
        </dd>
      </div>
    </dl>
  );
}

function RunForm({ slug, preset, onClose }: { slug: string; preset: Preset; onClose: () => void }) {
  const [note, setNote] = useState('');
  const [confirmed, setConfirmed] = useState(false);
  const [, go] = useLocation();
  const queue = useQueueRun();
  const workspace = useWorkspaces().data?.find((each) => each.slug === slug);
  const errors = fieldErrors(queue.error, ['note', 'confirm_safe']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const form = {
      workspace: slug,
      preset: preset.key,
      confirm_safe: confirmed ? 'on' : '',
      ...(note.trim() ? { note: note.trim() } : {}),
    };
    queue.mutate(form, {
      onSuccess: (answer) => {
        onClose();
        go(`/w/${slug}/runs/${answer.task_run.id}`);
      },
    });
  };
  return (
    <form className="stack drawer__form" onSubmit={submit}>
      <PresetFacts preset={preset} workspace={workspace} />
      <Textarea
        label={drawer.note}
        placeholder={drawer.notePlaceholder}
        autosize
        minRows={2}
        maxLength={noteLimit}
        value={note}
        description={note.length > noteLimit - 60 ? drawer.noteLeft(noteLimit - note.length) : null}
        error={errors.of('note')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Checkbox
        label={drawer.confirm}
        name="confirm_safe"
        checked={confirmed}
        error={errors.of('confirm_safe')}
        onChange={(event) => setConfirmed(event.currentTarget.checked)}
      />
      {errors.rest ? (
        <p role="alert" className="tone-bad">
          {errors.rest}
        </p>
      ) : null}
      <div className="row">
        <Button
          type="submit"
          size="sm"
          flex="none"
          disabled={!confirmed}
          loading={queue.isPending}
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
        >
          {drawer.run}
        </Button>
        {confirmed ? null : <span className="dim small">{drawer.confirmNeeded}</span>}
      </div>
    </form>
  );
}

export function RunDrawer({ slug, preset, onClose }: { slug: string; preset: string | null; onClose: () => void }) {
  const presets = usePresets(slug);
  const [key, setKey] = useState(preset);
  const chosen = useMemo(() => presets.data?.find((each) => each.key === key), [presets.data, key]);
  return (
    <Drawer
      opened
      onClose={onClose}
      size="md"
      title={drawer.title}
      closeButtonProps={{ 'aria-label': texts.actions.close }}
    >
      <div className="stack">
        <p className="dim">{drawer.lead}</p>
        <PresetList presets={presets.data ?? []} chosen={key} onChoose={setKey} />
        {presets.data ? null : <Loaded query={presets}>{() => null}</Loaded>}
        {chosen ? <RunForm key={chosen.key} slug={slug} preset={chosen} onClose={onClose} /> : null}
      </div>
    </Drawer>
  );
}
