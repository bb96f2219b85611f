import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocLinkRecord } from '../../../contract/index.ts';
import { api } from '../../api.ts';
import { useIsAdmin } from '../../parts/hooks/session-context.ts';
import { Loaded } from '../../parts/states.tsx';
import { keys, useWorkspaces } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { FormDialog } from './form-dialog.tsx';
import { AddButton, EditButton, ListTable } from './list.tsx';
import { RemoveButton } from './remove.tsx';

const words = texts.admin.links;

/** To change a link, or without one to add one. */
function LinkDialog({ link, onClose }: { link: DocLinkRecord | undefined; onClose: () => void }) {
  const workspaces = useWorkspaces().data ?? [];
  return (
    <FormDialog
      title={link ? words.editTitle(link.title) : words.add}
      fields={['title', 'url', 'workspace']}
      action={link ? texts.actions.save : texts.actions.add}
      send={(form) => (link ? api.changeDocLink(link.id, form) : api.addDocLink(form))}
      refresh={keys.docLinks}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            data-autofocus
            name="title"
            label={words.heading}
            required
            defaultValue={link?.title}
            error={errorOf('title')}
          />
          <TextInput name="url" label={words.url} type="url" required defaultValue={link?.url} error={errorOf('url')} />
          <NativeSelect
            name="workspace"
            label={words.workspace}
            defaultValue={link?.workspace ?? ''}
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
  const [open, setOpen] = useState<'add' | DocLinkRecord | null>(null);
  return (
    <>
      {isAdmin ? <AddButton label={words.add} onClick={() => setOpen('add')} /> : null}
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
                      <EditButton title={words.editTitle(link.title)} onClick={() => setOpen(link)} />
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
      {open ? <LinkDialog link={open === 'add' ? undefined : open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
