import './notices.css';
import { ActionIcon } from '@mantine/core';
import { useMutationState } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { IconAlertTriangle, IconX } from '../../icons.ts';
import { focusPage } from '../../parts/hooks/return-focus.ts';
import { explain } from '../../parts/states.tsx';
import { type ActionName, keys } from '../../queries.ts';
import { texts } from '../../texts.ts';

type Asked = { action: ActionName; at: number; error: Error | null };

/** The last of what was asked for by a key, the palette or a button without a form around it. */
function useLastAsked(): Asked | undefined {
  const all = useMutationState({
    filters: { mutationKey: keys.actions },
    select: ({ options, state }): Asked => ({
      action: options.mutationKey?.[1] as ActionName,
      at: state.submittedAt,
      error: state.error,
    }),
  });
  return all.reduce<Asked | undefined>((last, each) => (last && last.at > each.at ? last : each), undefined);
}

/** What the service refused to do, wherever on the page one looks: until it is closed, asked for again, or left behind. */
export function Refusal() {
  const last = useLastAsked();
  const at = last?.at ?? 0;
  const [seen, setSeen] = useState(0);
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever goes elsewhere leaves behind what was told, not what is still to come
  useEffect(() => {
    if (last?.error) setSeen(at);
  }, [location]);
  const close = () => {
    setSeen(at);
    focusPage();
  };
  return (
    <div role="alert">
      {last?.error && at > seen ? (
        <div className="notice notice--bad">
          <IconAlertTriangle size={16} aria-hidden />
          <span className="notice__text">
            <strong>{texts.shell.refused[last.action]}</strong> {explain(last.error)}
          </span>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.actions.close} onClick={close}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </div>
      ) : null}
    </div>
  );
}
