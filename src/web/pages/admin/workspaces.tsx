import { Checkbox, ColorInput, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { Link, useLocation } from 'wouter';
import type { Workspace } from '../../../contract/index.ts';
import { api } from '../../api.ts';
import { FolderChoices } from '../../parts/folder-choices.tsx';
import { useQueryParams } from '../../parts/hooks/query-params.ts';
import { useIsAdmin } from '../../parts/hooks/session-context.ts';
import { Dotted } from '../../parts/marks/dotted.tsx';
import { Swatch } from '../../parts/marks/swatch.tsx';
import { workspaceColours } from '../../parts/marks/workspace-colours.ts';
import { Loaded } from '../../parts/states.tsx';
import { Tag } from '../../parts/status-mark.tsx';
import { keys, useWorkspaces } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { FormDialog } from './form-dialog.tsx';
import { AddButton, EditButton, ListTable } from './list.tsx';
import { RemoveButton } from './remove.tsx';

const words = texts.admin.workspaces;
const fields = ['name', 'path', 'python', 'network', 'environment', 'docs_url', 'description', 'colour'];

function EditDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const path = useRef<HTMLInputElement>(null);
  return (
    <FormDialog
      title={words.editTitle(workspace.name)}
      fields={fields}
      action={texts.actions.save}
      send={(form) => api.changeWorkspace(workspace.slug, form)}
      refresh={keys.workspaces}
      onClose={onClose}
    >
      {(errorOf, choices) => (
        <>
          <TextInput
            data-autofocus={workspace.available || undefined}
            name="name"
            label={words.name}
            defaultValue={workspace.name}
            error={errorOf('name')}
          />
          <ColorInput
            name="colour"
            label={words.colour}
            defaultValue={workspace.colour}
            swatches={workspaceColours}
            withPicker={false}
            withEyeDropper={false}
            error={errorOf('colour')}
          />
          <TextInput
            ref={path}
            data-autofocus={!workspace.available || undefined}
            name="path"
            label={words.path}
            description={words.pathHint}
            defaultValue={workspace.path}
            error={errorOf('path')}
          />
          <FolderChoices
            of={choices}
            onChoose={(chosen) => {
              if (!path.current) return;
              path.current.value = chosen;
              path.current.focus();
            }}
          />
          <TextInput
            name="python"
            label={words.python}
            description={words.pythonHint}
            defaultValue={workspace.python ?? ''}
            error={errorOf('python')}
          />
          <Checkbox
            name="network"
            label={words.network}
            description={words.networkHint}
            defaultChecked={workspace.network}
            error={errorOf('network')}
          />
          <TextInput
            name="environment"
            label={words.environment}
            description={words.environmentHint}
            defaultValue={workspace.environment.join(' ')}
            error={errorOf('environment')}
          />
          <TextInput
            name="docs_url"
            label={words.docs}
            defaultValue={workspace.docs_url ?? ''}
            error={errorOf('docs_url')}
          />
          <TextInput
            name="description"
            label={words.description}
            defaultValue={workspace.description}
            error={errorOf('description')}
          />
        </>
      )}
    </FormDialog>
  );
}

function Interpreter({ workspace }: { workspace: Workspace }) {
  const { interpreter } = workspace;
  if (!interpreter)
    return <span className="tone-warn">{workspace.interpreter_problem ?? texts.overview.facts.none}</span>;
  const django = interpreter.django_version ? ` · ${texts.overview.facts.django} ${interpreter.django_version}` : '';
  return <span title={interpreter.path}>{`Python ${interpreter.python_version ?? ''}${django}`}</span>;
}

function Actions({ workspace, onEdit }: { workspace: Workspace; onEdit: () => void }) {
  return (
    <span className="row form-end">
      <EditButton title={words.editTitle(workspace.name)} onClick={onEdit} />
      <RemoveButton
        title={words.removeTitle(workspace.name)}
        body={words.removeBody}
        word={{ label: words.removeConfirm(workspace.slug), value: workspace.slug }}
        remove={() => api.removeWorkspace(workspace.slug)}
        refresh={keys.workspaces}
      />
    </span>
  );
}

type RowProps = { workspace: Workspace; isAdmin: boolean; onEdit: () => void };

function WorkspaceRow({ workspace, isAdmin, onEdit }: RowProps) {
  return (
    <tr>
      <td className="table__name admin-workspace">
        <span className="row">
          <Swatch colour={workspace.colour} />
          <span>
            <Link href={`/w/${workspace.slug}`} className="plain-link strong">
              <Dotted name={workspace.name} />
            </Link>
            {/* It stands in addresses and at the command line, and is typed to remove the workspace. */}
            {workspace.slug === workspace.name ? null : (
              <span className="dim small admin-under" title={words.slug}>
                <Dotted name={workspace.slug} />
              </span>
            )}
          </span>
        </span>
      </td>
      <td className="table__line">
        <code>
          <Dotted name={workspace.path} />
        </code>
      </td>
      <td className="wide-only admin-interpreter">
        <Interpreter workspace={workspace} />
      </td>
      <td>
        <Tag tone={workspace.available ? 'ok' : 'bad'}>{workspace.available ? words.there : words.gone}</Tag>
      </td>
      <td>{isAdmin ? <Actions workspace={workspace} onEdit={onEdit} /> : null}</td>
    </tr>
  );
}

export function WorkspacesSection() {
  const workspaces = useWorkspaces();
  const isAdmin = useIsAdmin();
  const [search, setSearch] = useQueryParams();
  const edited = isAdmin ? workspaces.data?.find((each) => each.slug === search.get('edit')) : undefined;
  const [, go] = useLocation();
  return (
    <>
      {isAdmin ? <AddButton label={texts.shell.pages.add} onClick={() => go('/add')} /> : null}
      <Loaded query={workspaces}>
        {(list) => (
          <ListTable
            columns={[words.name, words.path, words.interpreter, words.state]}
            wideOnly={[words.interpreter]}
            empty={words.none}
          >
            {list.map((workspace) => (
              <WorkspaceRow
                key={workspace.slug}
                workspace={workspace}
                isAdmin={isAdmin}
                onEdit={() => setSearch({ edit: workspace.slug }, { replace: true })}
              />
            ))}
          </ListTable>
        )}
      </Loaded>
      {edited ? <EditDialog workspace={edited} onClose={() => setSearch({}, { replace: true })} /> : null}
    </>
  );
}
