/** Our guide beside the work: pages of `/docs/` as the service renders them, links between them followed in place. */
import './guide.css';
import { Anchor, Button, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { api } from '../api.ts';
import { IconArrowLeft, IconExternalLink } from '../icons.ts';
import { isFocusLost, useReturnFocus } from '../parts/hooks/return-focus.ts';
import { EmptyState, ErrorState, Lines } from '../parts/states.tsx';
import { texts } from '../texts.ts';
import { address } from '../wire/base.ts';
import { isMissing } from '../wire/request.ts';

const GuideError = ({ error }: { error: unknown }) =>
  isMissing(error) ? <EmptyState title={texts.shell.guide.missing} /> : <ErrorState error={error} />;

type Place = { page: string; section: string };

const contents: Place = { page: '', section: '' };

export function GuideDrawer({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const [{ page, section }, setPlace] = useState(contents);
  const [before, setBefore] = useState<readonly Place[]>([]);
  const hasMoved = useRef(false);
  const article = useRef<HTMLElement>(null);
  const guide = useQuery({ queryKey: ['guide', page], queryFn: ({ signal }) => api.readGuide(page, signal) });
  const isThere = guide.data !== undefined;
  // Not in the whole document: a part of the window may have the same name.
  const show = (id: string) => article.current?.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the page of the link is there
  useEffect(() => {
    if (isThere && section) show(section);
  }, [isThere, page, section]);
  // What had the focus went with the page it stood on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that a link has led to
  useEffect(() => {
    if (isThere && hasMoved.current && isFocusLost()) article.current?.focus({ preventScroll: section !== '' });
  }, [isThere, page]);
  const go = (place: Place, passed: readonly Place[]) => {
    hasMoved.current = true;
    setPlace(place);
    setBefore(passed);
  };
  const goBack = () => go(before.at(-1) ?? contents, before.slice(0, -1));
  const root = address('docs/');
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href');
    if (!href || event.ctrlKey || event.metaKey) return;
    const target = new URL(href, root + page);
    if (!target.href.startsWith(root)) return;
    event.preventDefault();
    const id = decodeURIComponent(target.hash.slice(1));
    const wanted = target.pathname.slice(new URL(root).pathname.length);
    if (id && wanted === page) show(id);
    else go({ page: wanted, section: id }, [...before, { page, section }]);
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
        <div className="row guide__ways">
          {before.length === 0 ? null : (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconArrowLeft size={14} aria-hidden />}
              onClick={goBack}
            >
              {texts.shell.guide.back}
            </Button>
          )}
          <Anchor className="small row" href={root + page} target="_blank" rel="noopener">
            {texts.shell.guide.open} <IconExternalLink size={14} aria-hidden />
          </Anchor>
        </div>
        {guide.error ? <GuideError error={guide.error} /> : null}
        {guide.isPending ? <Lines count={10} /> : null}
        {guide.data ? (
          // biome-ignore lint/a11y/useKeyWithClickEvents: only clicks on links inside are looked at, and the keyboard clicks those
          <article
            ref={article}
            tabIndex={-1}
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
