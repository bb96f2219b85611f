/** Our guide, offline: the Markdown of `docs/guide/` as pages below `/docs/`, whole or as a fragment for the window's drawer. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { notFound, systemCodeOf } from '../kit/errors.ts';
import { looksOfWindow, pageColours, wayBack } from './page-looks.ts';
import type { Door } from './server.ts';

const shape = /^[a-z0-9-]{1,60}$/;
const pictureShape = /^[a-z0-9-]{1,60}\.png$/;

const styles = `${pageColours}
body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:1rem auto 2rem;padding:0 1rem;overflow-wrap:break-word}
pre{overflow:auto;white-space:pre-wrap;padding:.75rem 1rem;border:1px solid #8884;border-radius:6px}code{font:.9em ui-monospace,monospace}
table{display:block;overflow:auto;border-collapse:collapse}td,th{border:1px solid #8884;padding:.3rem .6rem;text-align:left}img{max-width:100%}`;

const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1]?.replace(/[<>&"`]/g, '') ?? 'Guide';

/** A file of the guide; `known` says whether its name is one that the guide may have. */
const readGuideFile = async (path: string, known: boolean): Promise<Buffer> => {
  if (!known) throw notFound('There is no such page in the guide.');
  return readFile(path).catch((error) => {
    throw systemCodeOf(error) === 'ENOENT' ? notFound('There is no such page in the guide.') : error;
  });
};

/** As the places that host the same files name them, so that a link to a section is right there and here. */
const slugOf = (heading: string): string =>
  heading
    .replace(/<[^>]+>|&[a-z0-9#]+;/gi, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** Every section can be linked to. Of two with the same words the second has a number, as of pages that are read elsewhere. */
const withSections = (html: string): string => {
  const seen = new Map<string, number>();
  return html.replace(/<h([1-6])>(.*?)<\/h\1>/gs, (_, level, words) => {
    const slug = slugOf(words);
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return `<h${level} id="${times > 0 ? `${slug}-${times}` : slug}">${words}</h${level}>`;
  });
};

/** Links between pages and to pictures are written as they lie in the folder; `root` is where the guide is served. */
const render = async (guideDir: string, page: string, root: string): Promise<{ title: string; html: string }> => {
  const markdown = (await readGuideFile(join(guideDir, `${page}.md`), shape.test(page))).toString();
  // Loaded when the guide is first opened: most starts never need it.
  const { marked } = await import('marked');
  const linked = markdown.replace(
    /\]\(([a-z0-9-]+)\.md(#[^)]*)?\)/g,
    (_, name, hash = '') => `](../${name === 'index' ? '' : `${name}/`}${hash})`,
  );
  const placed = linked.replaceAll('](../pictures/', `](${root}pictures/`);
  return {
    title: titleOf(markdown),
    html: withSections(await marked.parse(page === 'index' ? placed.replaceAll('](../', '](') : placed)),
  };
};

export const registerGuide = (door: Door, guideDir: string): void => {
  const root = `${door.basePath}docs/`;
  door.page('docs/pictures/:name', 'viewer', async ({ params, reply }) => {
    const name = params.name ?? '';
    const picture = await readGuideFile(join(guideDir, '../pictures', name), pictureShape.test(name));
    return reply.type('image/png').header('cache-control', 'no-cache').send(picture);
  });
  for (const path of ['docs/', 'docs/:page/']) {
    door.page(path, 'viewer', async ({ params, query, reply }) => {
      const { title, html } = await render(guideDir, params.page ?? 'index', root);
      reply.type('text/html; charset=utf-8');
      if (query.fragment !== undefined) return reply.send(html);
      const base = `<base href="${root}${params.page ? `${params.page}/` : ''}">`;
      return reply.send(
        `<!doctype html><html lang="en"><head><meta charset="utf-8">${base}<meta name="viewport" content="width=device-width"><title>${title} · Workspace Inspector</title><style>${styles}</style>${looksOfWindow(door.basePath)}</head><body>${wayBack(door.basePath)}${html}</body></html>`,
      );
    });
  }
};
