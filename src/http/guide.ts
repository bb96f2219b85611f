/** Our guide, offline: the Markdown of `docs/guide/` as pages below `/docs/`, whole or as a fragment for the window's drawer. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { notFound, systemCodeOf } from '../kit/errors.ts';
import type { Door } from './server.ts';

const shape = /^[a-z0-9-]{1,60}$/;

const styles = `body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
pre{overflow:auto;padding:.75rem 1rem;border:1px solid #8884;border-radius:6px}code{font:.9em ui-monospace,monospace}
table{border-collapse:collapse}td,th{border:1px solid #8884;padding:.3rem .6rem;text-align:left}img{max-width:100%}`;

const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1]?.replace(/[<>&"`]/g, '') ?? 'Guide';

const render = async (guideDir: string, page: string): Promise<{ title: string; html: string }> => {
  if (!shape.test(page)) throw notFound('There is no such page in the guide.');
  const markdown = await readFile(join(guideDir, `${page}.md`), 'utf8').catch((error) => {
    throw systemCodeOf(error) === 'ENOENT' ? notFound('There is no such page in the guide.') : error;
  });
  // Loaded when the guide is first opened: most starts never need it.
  const { marked } = await import('marked');
  const linked = markdown.replace(
    /\]\(([a-z0-9-]+)\.md(#[^)]*)?\)/g,
    (_, name, hash = '') => `](../${name === 'index' ? '' : `${name}/`}${hash})`,
  );
  return {
    title: titleOf(markdown),
    html: await marked.parse(page === 'index' ? linked.replaceAll('](../', '](') : linked),
  };
};

export const registerGuide = (door: Door, guideDir: string): void => {
  for (const path of ['docs/', 'docs/:page/']) {
    door.page(path, 'viewer', async ({ params, query, reply }) => {
      const { title, html } = await render(guideDir, params.page ?? 'index');
      reply.type('text/html; charset=utf-8');
      if (query.fragment !== undefined) return reply.send(html);
      const base = `<base href="${door.basePath}docs/${params.page ? `${params.page}/` : ''}">`;
      return reply.send(
        `<!doctype html><html lang="en"><head><meta charset="utf-8">${base}<meta name="viewport" content="width=device-width"><title>${title} · Workspace Inspector</title><style>${styles}</style></head><body>${html}</body></html>`,
      );
    });
  }
};
