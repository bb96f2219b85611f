/** Our guide beside the work: pages of `/docs/` as the service renders them, links between them followed in place. */
import './guide.css';
import { Anchor, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { api } from '../api.ts';
import { IconExternalLink } from '../icons.ts';
import { useReturnFocus } from '../parts/hooks/return-focus.ts';
import { EmptyState, Lines } from '../parts/states.tsx';
import { texts } from '../texts.ts';
import { address } from '../wire/base.ts';

export function GuideDrawer({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const [page, setPage] = useState('');
  const guide = useQuery({ queryKey: ['guide', page], queryFn: ({ signal }) => api.readGuide(page, signal) });
  const root = address('docs/');
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href');
    if (!href || event.ctrlKey || event.metaKey) return;
    const target = new URL(href, root + page);
    if (!target.href.startsWith(root)) return;
    event.preventDefault();
    if (target.hash && target.pathname === new URL(root + page).pathname) {
      document.getElementById(target.hash.slice(1))?.scrollIntoView();
    } else setPage(target.pathname.slice(new URL(root).pathname.length));
  };
  return (
    <Drawer
      opened
      onClose={onClose}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.actions.close }}
      title={texts.shell.guide.title}
    >
      <div className="stack">
        <Anchor className="small row" href={root + page} target="_blank" rel="noopener">
          {texts.shell.guide.open} <IconExternalLink size={14} aria-hidden />
        </Anchor>
        {guide.error ? <EmptyState title={texts.shell.guide.missing} /> : null}
        {guide.isPending ? <Lines count={10} /> : null}
        {guide.data ? (
          // biome-ignore lint/a11y/useKeyWithClickEvents: only clicks on links inside are looked at, and the keyboard clicks those
          <article
            className="guide"
            onClick={follow}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own guide, rendered by our own service from files of the package
            dangerouslySetInnerHTML={{ __html: guide.data }}
          />
        ) : null}
      </div>
    </Drawer>
  );
}
