import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Preset } from '../../../contract/index.ts';
import { api } from '../../api.ts';
import { useIsAdmin } from '../../parts/hooks/session-context.ts';
import { Command } from '../../parts/marks/command.tsx';
import { PresetIcon } from '../../parts/marks/preset-icon.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useAddedPresets, usePresets } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { FormDialog } from './form-dialog.tsx';
import { AddButton, EditButton, ListTable } from './list.tsx';
import { RemoveButton } from './remove.tsx';

const words = texts.admin.presets;
const refresh = ['presets'];
const fields = ['key', 'label', 'command', 'description', 'documentation_url', 'category'];

/** To change a preset, or without one to add one. Its key stays: runs are told by it. */
function PresetDialog({ preset, onClose }: { preset: Preset | undefined; onClose: () => void }) {
  return (
    <FormDialog
      title={preset ? words.editTitle(preset.label) : words.add}
      fields={fields}
      action={preset ? texts.actions.save : texts.actions.add}
      send={(form) => (preset ? api.changePreset(preset.key, form) : api.addPreset(form))}
      refresh={refresh}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {preset ? null : <TextInput data-autofocus name="key" label={words.key} required error={errorOf('key')} />}
          <TextInput
            data-autofocus={preset !== undefined || undefined}
            name="label"
            label={words.label}
            required
            defaultValue={preset?.label}
            error={errorOf('label')}
          />
          <TextInput
            name="command"
            label={words.command}
            description={words.commandHint}
            required
            defaultValue={preset?.command}
            error={errorOf('command')}
          />
          <TextInput
            name="description"
            label={words.description}
            defaultValue={preset?.description}
            error={errorOf('description')}
          />
          <TextInput
            name="category"
            label={words.category}
            defaultValue={preset?.category}
            error={errorOf('category')}
          />
          <TextInput
            name="documentation_url"
            label={words.docs}
            type="url"
            defaultValue={preset?.documentation_url}
            error={errorOf('documentation_url')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** `isAdded`: undefined until it is known, and for whoever may not change it. */
type PresetRowProps = { preset: Preset; isAdded: boolean | undefined; onEdit: () => void };

function PresetRow({ preset, isAdded, onEdit }: PresetRowProps) {
  return (
    <tr>
      <td className="table__name">
        <span className="row">
          <PresetIcon name={preset.icon} />
          <span>
            <span className="strong">{preset.label}</span>
            <span className="dim small admin-under">{preset.description}</span>
          </span>
        </span>
      </td>
      <td className="nowrap wide-only">
        <code>{preset.key}</code>
      </td>
      <td className="admin-command">
        <Command text={preset.command} />
      </td>
      <td className={isAdded ? '' : 'nowrap wide-only'}>
        <span className="row form-end">
          {isAdded ? (
            <>
              <EditButton title={words.editTitle(preset.label)} onClick={onEdit} />
              <RemoveButton
                title={words.removeTitle(preset.label)}
                body={words.removeBody}
                remove={() => api.removePreset(preset.key)}
                refresh={refresh}
              />
            </>
          ) : null}
          {isAdded === false ? <span className="dim small">{words.builtIn}</span> : null}
        </span>
      </td>
    </tr>
  );
}

const columns = [words.label, words.key, words.command];

const CategoryRow = ({ category }: { category: string }) => (
  <tr className="admin-group">
    <th scope="colgroup" colSpan={columns.length + 1}>
      {category}
    </th>
  </tr>
);

/** The service says which were added: those it has in its own store. The others come with the framework. */
export function PresetsSection() {
  const presets = usePresets();
  const added = useAddedPresets().data;
  const isAdmin = useIsAdmin();
  const [open, setOpen] = useState<'add' | Preset | null>(null);
  const isAdded = (preset: Preset) => (isAdmin && added ? added.some((each) => each.key === preset.key) : undefined);
  return (
    <>
      {isAdmin ? <AddButton label={words.add} onClick={() => setOpen('add')} /> : null}
      <Loaded query={presets}>
        {(list) => (
          <ListTable columns={columns} wideOnly={[words.key]}>
            {[...Map.groupBy(list, (preset) => preset.category)].flatMap(([category, members]) => [
              <CategoryRow key={`of ${category}`} category={category} />,
              ...members.map((preset) => (
                <PresetRow key={preset.key} preset={preset} isAdded={isAdded(preset)} onEdit={() => setOpen(preset)} />
              )),
            ])}
          </ListTable>
        )}
      </Loaded>
      {open ? <PresetDialog preset={open === 'add' ? undefined : open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
