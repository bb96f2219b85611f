import { type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { useLocation } from 'wouter';
import { api } from '../../api.ts';
import { IconBell, IconBellOff, IconLogout, IconSelector, IconUser } from '../../icons.ts';
import { chooseEditor, editors, useEditor } from '../../parts/files/editor.ts';
import { SessionContext } from '../../parts/hooks/session-context.ts';
import { keys } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { forgetAnswers } from '../../wire/request.ts';
import { askToNotify, notifyState } from '../watch/notify.ts';

const schemes = ['light', 'dark', 'auto'] as const;

function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{texts.shell.theme.label}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
        {schemes.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {texts.shell.theme[scheme]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

function EditorItems() {
  const editor = useEditor();
  return (
    <>
      <Menu.Label>{texts.files.editor}</Menu.Label>
      <Menu.RadioGroup value={editor ?? ''} onChange={chooseEditor}>
        <Menu.RadioItem value="">{texts.files.noEditor}</Menu.RadioItem>
        {Object.entries(editors).map(([key, { name }]) => (
          <Menu.RadioItem key={key} value={key}>
            {name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

function NotifyItem() {
  const [state, setState] = useState(notifyState());
  if (state === 'unsupported') return null;
  const text = { granted: texts.shell.notify.on, denied: texts.shell.notify.blocked, default: texts.shell.notify.off };
  return (
    <Menu.Item
      leftSection={state === 'granted' ? <IconBell size={14} aria-hidden /> : <IconBellOff size={14} aria-hidden />}
      disabled={state !== 'default'}
      closeMenuOnClick={false}
      onClick={() => void askToNotify().then(setState)}
    >
      {text[state]}
    </Menu.Item>
  );
}

export function AccountMenu() {
  const session = useContext(SessionContext);
  const client = useQueryClient();
  const [, go] = useLocation();
  const logOut = useMutation({
    mutationKey: keys.action('logOut'),
    mutationFn: api.logOut,
    onSuccess: () => {
      client.clear();
      forgetAnswers();
      go('/login');
    },
  });
  if (!session) return null;
  const { user, auth } = session;
  return (
    <Menu width={240} position="top-start">
      <Menu.Target>
        <UnstyledButton
          className="nav-item nav-item--account"
          aria-label={`${texts.shell.account.label}: ${user.name}`}
        >
          <IconUser size={16} stroke={1.75} aria-hidden />
          <span className="nav-item__label cut">{user.name}</span>
          <IconSelector size={14} className="dim nav-item__label" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.name} · {texts.shell.account.role[user.role]} · {session.version}
        </Menu.Label>
        <ThemeItems />
        <EditorItems />
        <Menu.Divider />
        <NotifyItem />
        {auth === 'on' ? (
          <Menu.Item leftSection={<IconLogout size={14} aria-hidden />} onClick={() => logOut.mutate()}>
            {texts.shell.account.logOut}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
