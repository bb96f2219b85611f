import './login.css';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { api } from '../../api.ts';
import { usePageTitle } from '../../parts/hooks/page-title.ts';
import { useQueryParams } from '../../parts/hooks/query-params.ts';
import { Command } from '../../parts/marks/command.tsx';
import { fieldErrors } from '../../parts/states.tsx';
import { texts } from '../../texts.ts';
import { address } from '../../wire/base.ts';
import { localPath } from '../../wire/local-path.ts';
import { forgetAnswers } from '../../wire/request.ts';
import { useSessionEnded } from '../../wire/session-loss.ts';

const { login } = texts.shell;

/** Another user may come in than went out: nothing that was read before is kept. */
function useGoOn(next: string): () => void {
  const [, go] = useLocation();
  const client = useQueryClient();
  return useCallback(() => {
    client.clear();
    forgetAnswers();
    // The guide and the page of the API are no pages of the window.
    if (/^\/(?:api\/)?docs\//.test(next)) location.replace(address(next.slice(1)));
    else go(next, { replace: true });
  }, [client, go, next]);
}

/** The link that one is told to open, or the form, has perhaps let one in in another tab: seen when one comes back to this one. */
function useLetInElsewhere(goOn: () => void): void {
  useEffect(() => {
    const look = () => {
      if (!document.hidden) api.readSession().then(goOn, () => undefined);
    };
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [goOn]);
}

/** `usedLink`: a launch link that still lets in never shows this page. */
function Lead({ usedLink }: { usedLink: boolean }) {
  const isLost = useSessionEnded();
  const lead = usedLink ? `${login.usedLink} ${login.freshLink}` : isLost ? login.lost : login.lead;
  return (
    <p className="dim">
      {lead} <Command text="inspector link" />
    </p>
  );
}

export function LoginPage() {
  const [search] = useQueryParams();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const next = localPath(search.get('next'));
  const goOn = useGoOn(next);
  useLetInElsewhere(goOn);
  const attempt = useMutation({
    mutationFn: (who: { username: string; password: string }) => api.logIn({ ...who, next }),
    onSuccess: goOn,
  });
  usePageTitle(login.title);
  const errors = fieldErrors(attempt.error, ['username', 'password']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate({ username, password });
  };
  return (
    <main className="alone">
      <form className="login panel" onSubmit={submit}>
        <div className="stack stack--tight">
          <p className="login__product dim">
            <img src={address('icon.svg')} alt="" width={20} height={20} />
            {texts.product}
          </p>
          <h1>{login.title}</h1>
          <Lead usedLink={search.has('token')} />
        </div>
        <TextInput
          label={login.username}
          autoComplete="username"
          autoFocus
          required
          withAsterisk={false}
          value={username}
          error={errors.of('username')}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          label={login.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          error={errors.of('password')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {errors.rest ? (
          <p role="alert" className="tone-bad">
            {errors.rest}
          </p>
        ) : null}
        <Button type="submit" size="sm" loading={attempt.isPending}>
          {login.submit}
        </Button>
      </form>
    </main>
  );
}
