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
import { AddButton, ListTable } from './list.tsx';
import { RemoveButton } from './remove.tsx';

const words = texts.admin.presets;
const refresh = ['presets'];
const fields = ['key', 'label', 'command', 'description', 'documentation_url', 'category'];

function AddDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title={words.add}
      fields={fields}
      action={texts.actions.add}
      send={api.addPreset}
      refresh={refresh}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput data-autofocus name="key" label={words.key} required error={errorOf('key')} />
          <TextInput name="label" label={words.label} required error={errorOf('label')} />
          <TextInput
            name="command"
            label={words.command}
            description={words.commandHint}
            required
            error={errorOf('command')}
          />
          <TextInput name="description" label={words.description} error={errorOf('description')} />
          <TextInput name="category" label={words.category} error={errorOf('category')} />
          <TextInput name="documentation_url" label={words.docs} type="url" error={errorOf('documentation_url')} />
        </>
      )}
    </FormDialog>
  );
}

/** `removable`: undefined until it is known. */
function PresetRow({ preset, removable }: { preset: Preset; removable: boolean | undefined }) {
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
      <td className={removable ? '' : 'nowrap wide-only'}>
        <span className="row form-end">
          {removable ? (
            <RemoveButton
              title={words.removeTitle(preset.label)}
              body={words.removeBody}
              remove={() => api.removePreset(preset.key)}
              refresh={refresh}
            />
          ) : null}
          {removable === false ? <span className="dim small">{words.builtIn}</span> : null}
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

/** The service says which can be removed: those it has in its own store. The others come with the framework. */
export function PresetsSection() {
  const presets = usePresets();
  const added = useAddedPresets().data;
  const isAdmin = useIsAdmin();
  const [adding, setAdding] = useState(false);
  const removable = (preset: Preset) => (isAdmin && added ? added.some((each) => each.key === preset.key) : undefined);
  return (
    <>
      {isAdmin ? <AddButton label={words.add} onClick={() => setAdding(true)} /> : null}
      <Loaded query={presets}>
        {(list) => (
          <ListTable columns={columns} wideOnly={[words.key]}>
            {[...Map.groupBy(list, (preset) => preset.category)].flatMap(([category, members]) => [
              <CategoryRow key={`of ${category}`} category={category} />,
              ...members.map((preset) => <PresetRow key={preset.key} preset={preset} removable={removable(preset)} />),
            ])}
          </ListTable>
        )}
      </Loaded>
      {adding ? <AddDialog onClose={() => setAdding(false)} /> : null}
    </>
  );
}
