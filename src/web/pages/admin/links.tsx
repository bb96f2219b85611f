import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { useIsAdmin } from '../../parts/hooks/session-context.ts';
import { Loaded } from '../../parts/states.tsx';
import { keys, useWorkspaces } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { FormDialog } from './form-dialog.tsx';
import { AddButton, ListTable } from './list.tsx';
import { RemoveButton } from './remove.tsx';

const words = texts.admin.links;

function AddDialog({ onClose }: { onClose: () => void }) {
  const workspaces = useWorkspaces().data ?? [];
  return (
    <FormDialog
      title={words.add}
      fields={['title', 'url', 'workspace']}
      action={texts.actions.add}
      send={(form) => api.addDocLink({ ...form, workspace: form.workspace || undefined })}
      refresh={keys.docLinks}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput data-autofocus name="title" label={words.heading} required error={errorOf('title')} />
          <TextInput name="url" label={words.url} type="url" required error={errorOf('url')} />
          <NativeSelect
            name="workspace"
            label={words.workspace}
            error={errorOf('workspace')}
            data={[
              { value: '', label: words.every },
              ...workspaces.map(({ slug, name }) => ({ value: slug, label: name })),
            ]}
          />
        </>
      )}
    </FormDialog>
  );
}

export function LinksSection() {
  const links = useQuery({ queryKey: keys.docLinks, queryFn: ({ signal }) => api.listDocLinks(signal) });
  const isAdmin = useIsAdmin();
  const [adding, setAdding] = useState(false);
  return (
    <>
      {isAdmin ? <AddButton label={words.add} onClick={() => setAdding(true)} /> : null}
      <Loaded query={links}>
        {(list) => (
          <ListTable columns={[words.heading, words.url, words.workspace]} empty={words.none}>
            {list.map((link) => (
              <tr key={link.id}>
                <td className="strong table__name">{link.title}</td>
                <td className="table__line">
                  <a href={link.url} target="_blank" rel="noopener noreferrer">
                    {link.url}
                  </a>
                </td>
                <td>{link.workspace ?? words.every}</td>
                <td>
                  {isAdmin ? (
                    <span className="row form-end">
                      <RemoveButton
                        title={words.removeTitle(link.title)}
                        remove={() => api.removeDocLink(link.id)}
                        refresh={keys.docLinks}
                      />
                    </span>
                  ) : null}
                </td>
              </tr>
            ))}
          </ListTable>
        )}
      </Loaded>
      {adding ? <AddDialog onClose={() => setAdding(false)} /> : null}
    </>
  );
}
