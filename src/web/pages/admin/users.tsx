import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserRecord } from '../../../contract/index.ts';
import { api } from '../../api.ts';
import { useIsAdmin } from '../../parts/hooks/session-context.ts';
import { explain, Loaded } from '../../parts/states.tsx';
import { Tag } from '../../parts/status-mark.tsx';
import { Moment } from '../../parts/time/moment.tsx';
import { keys } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { FormDialog } from './form-dialog.tsx';
import { AddButton, ListTable } from './list.tsx';
import { RemoveButton } from './remove.tsx';

const words = texts.admin.users;
const roles = (['viewer', 'admin'] as const).map((value) => ({ value, label: texts.shell.account.role[value] }));

const Password = ({ error }: { error: string | null }) => (
  <PasswordInput
    name="password"
    label={words.password}
    description={words.passwordHint}
    required
    minLength={8}
    autoComplete="new-password"
    error={error}
  />
);

function AddDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title={words.add}
      fields={['name', 'role', 'password']}
      action={texts.actions.add}
      send={api.addUser}
      refresh={keys.users}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            data-autofocus
            name="name"
            label={words.name}
            required
            autoComplete="off"
            error={errorOf('name')}
          />
          <NativeSelect
            name="role"
            label={words.role}
            description={words.roleHint}
            data={roles}
            error={errorOf('role')}
          />
          <Password error={errorOf('password')} />
        </>
      )}
    </FormDialog>
  );
}

type PasswordDialogProps = { user: UserRecord; onClose: () => void; onDone: () => void };

function PasswordDialog({ user, onClose, onDone }: PasswordDialogProps) {
  return (
    <FormDialog
      title={words.passwordTitle(user.name)}
      fields={['password']}
      action={texts.actions.save}
      send={(form) => api.changeUser(user.name, form)}
      refresh={keys.users}
      onClose={onClose}
      onDone={onDone}
    >
      {(errorOf) => <Password error={errorOf('password')} />}
    </FormDialog>
  );
}

function RoleSelect({ user }: { user: UserRecord }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (role: string) => api.changeUser(user.name, { role }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.users }),
  });
  return (
    <NativeSelect
      size="xs"
      aria-label={`${words.role}: ${user.name}`}
      data={roles}
      value={user.role}
      disabled={change.isPending}
      error={change.error ? explain(change.error) : null}
      onChange={(event) => change.mutate(event.currentTarget.value)}
    />
  );
}

type UserRowProps = { user: UserRecord; isAdmin: boolean; hasNewPassword: boolean; onPassword: () => void };

function UserRow({ user, isAdmin, hasNewPassword, onPassword }: UserRowProps) {
  const editable = isAdmin && !user.built_in;
  return (
    <tr>
      <td className="table__name">
        <span className="row row--wrap">
          <span className="strong wrap">{user.name}</span>
          {user.built_in ? <Tag tone="idle">{words.builtIn}</Tag> : null}
          {user.has_password ? null : <Tag tone="idle">{words.noPassword}</Tag>}
          <span role="status">{hasNewPassword ? <Tag tone="ok">{words.passwordSet}</Tag> : null}</span>
        </span>
      </td>
      <td>{editable ? <RoleSelect user={user} /> : texts.shell.account.role[user.role]}</td>
      <td className="wide-only">
        <Moment at={user.created_at} />
      </td>
      <td>
        {isAdmin ? (
          <span className="row form-end">
            <Button variant="default" onClick={onPassword}>
              {words.changePassword}
            </Button>
            {user.built_in ? (
              <span className="admin-place" />
            ) : (
              <RemoveButton
                title={words.removeTitle(user.name)}
                body={words.removeBody}
                remove={() => api.removeUser(user.name)}
                refresh={keys.users}
              />
            )}
          </span>
        ) : null}
      </td>
    </tr>
  );
}

export function UsersSection() {
  const users = useQuery({ queryKey: keys.users, queryFn: ({ signal }) => api.listUsers(signal) });
  const isAdmin = useIsAdmin();
  const [open, setOpen] = useState<'add' | UserRecord | null>(null);
  const [newPassword, setNewPassword] = useState<string | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {isAdmin ? <AddButton label={words.add} onClick={() => setOpen('add')} /> : null}
      <Loaded query={users}>
        {(list) => (
          <ListTable columns={[words.name, words.role, words.created]} wideOnly={[words.created]}>
            {list.map((user) => (
              <UserRow
                key={user.name}
                user={user}
                isAdmin={isAdmin}
                hasNewPassword={user.name === newPassword}
                onPassword={() => setOpen(user)}
              />
            ))}
          </ListTable>
        )}
      </Loaded>
      {open === 'add' ? <AddDialog onClose={close} /> : null}
      {open && open !== 'add' ? (
        <PasswordDialog user={open} onClose={close} onDone={() => setNewPassword(open.name)} />
      ) : null}
    </>
  );
}
