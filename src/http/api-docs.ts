/** The OpenAPI 3.1 document, made from the table of routes when it is first asked for, and a page to read and try it. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { TSchema } from 'typebox';
import type * as Contract from '../contract/index.ts';
import { csrfCookie, sessionCookie } from './cookies.ts';
import { listKnownFiles } from './files.ts';
import { looksOfWindow, pageColours, wayBack } from './page-looks.ts';
import type { Route, SchemaName } from './route.ts';
import type { Door } from './server.ts';

type Schemas = Record<SchemaName, TSchema>;

const errorResponse = (schemas: Schemas): object => ({
  description: 'An error: `errors` maps a field (or `__all__`) to messages, `code` is stable.',
  content: { 'application/json': { schema: schemas.ErrorReply } },
});

/** `Workspace[]` is a list of the schema `Workspace`. */
const contentOf = (schemas: Schemas, name: NonNullable<Route['success'][1]>): object => {
  if (name === 'text') return { 'text/plain': { schema: { type: 'string' } } };
  const schema = name.endsWith('[]')
    ? { type: 'array', items: schemas[name.slice(0, -2) as SchemaName] }
    : schemas[name as SchemaName];
  return { 'application/json': { schema } };
};

const parametersOf = (route: Route): object[] => [
  ...[...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: name === 'id' ? 'integer' : 'string' },
  })),
  ...Object.entries(route.query ?? {}).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
  })),
  ...Object.entries(route.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  })),
];

/** The token is told as a key, not as a parameter: a page asks for those before it tries a path, and takes this one from the cookie. */
const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
  csrf: { type: 'apiKey', in: 'header', name: 'X-CSRFToken', description: `The value of the ${csrfCookie} cookie.` },
};

const securityOf = ({ access, method }: Route): object[] => {
  const keys = { ...(access !== 'public' && { session: [] }), ...(method !== 'GET' && { csrf: [] }) };
  return Object.keys(keys).length === 0 ? [] : [keys];
};

const answersOf = (answers: Record<number, string>): object =>
  Object.fromEntries(Object.entries(answers).map(([status, description]) => [status, { description }]));

const bodyOf = (form: TSchema): object => ({
  required: (form as { required?: string[] }).required !== undefined,
  content: { 'application/x-www-form-urlencoded': { schema: form }, 'multipart/form-data': { schema: form } },
});

const operationOf = (route: Route, schemas: Schemas): object => {
  const [status, name] = route.success;
  return {
    operationId: route.name,
    summary: route.summary,
    tags: [route.path.split('/')[1] || route.path.split('/')[0]],
    parameters: parametersOf(route),
    ...(route.form && { requestBody: bodyOf(schemas[route.form]) }),
    security: securityOf(route),
    responses: {
      [status]: {
        description: 'Success',
        ...(name && { content: contentOf(schemas, name) }),
      },
      ...answersOf(route.otherwise ?? {}),
      default: errorResponse(schemas),
    },
  };
};

const openApiOf = (contract: typeof Contract, routes: readonly Route[], version: string, basePath: string): object => {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = `/${route.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, contract as unknown as Schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Workspace Inspector',
      version,
      description: 'Look into Django projects and never change them.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // A path is put behind it as it is.
    servers: [{ url: basePath.replace(/(?!^)\/$/, '') }],
    components: { securitySchemes },
    paths,
  };
};

/** The way back stands at the edge of what Swagger UI shows, on its ground. */
const styles = `${pageColours}
body{margin:0;background:none}nav{font-family:system-ui,sans-serif;line-height:1.6;box-sizing:border-box;max-width:1460px;margin:auto;padding:1rem 20px 0}`;

const page = (
  basePath: string,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><base href="${basePath}api/docs/">${looksOfWindow(basePath)}
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>API · Workspace Inspector</title><style>${styles}</style><link rel="stylesheet" href="swagger-ui.css"></head>
<body>${wayBack(basePath)}<div id="api"></div><script src="swagger-ui-bundle.js"></script><script src="start.js"></script></body></html>`;

/** Its styles are dark below a class, which follows what was chosen in the window, or the system where nothing tells. The token is read from the cookie for each request, as the window does. */
const startScript = `const system = matchMedia('(prefers-color-scheme: dark)');
const root = document.documentElement;
const follow = () => {
  const scheme = root.dataset.mantineColorScheme ?? (system.matches ? 'dark' : 'light');
  root.classList.toggle('dark-mode', scheme === 'dark');
  root.style.colorScheme = scheme;
};
system.addEventListener('change', follow);
new MutationObserver(follow).observe(root, { attributeFilter: ['data-mantine-color-scheme'] });
follow();
SwaggerUIBundle({ url: '../openapi.json', dom_id: '#api', validatorUrl: null, deepLinking: true,
  requestInterceptor(request) {
    const token = /(?:^|; )${csrfCookie}=([^;]*)/.exec(document.cookie);
    if (token && request.method !== 'GET') request.headers['X-CSRFToken'] = token[1];
    return request;
  } });`;

const uiFiles = new Set(['swagger-ui.css', 'swagger-ui-bundle.js']);

export const registerApiDocs = async (door: Door, routes: readonly Route[]): Promise<void> => {
  let document: string | undefined;
  door.page('api/openapi.json', 'viewer', async ({ context, reply }) => {
    document ??= JSON.stringify(
      openApiOf(await import('../contract/index.ts'), routes, context.options.version, door.basePath),
    );
    return reply.type('application/json; charset=utf-8').send(document);
  });
  door.page('api/docs/', 'viewer', ({ reply }) => reply.type('text/html; charset=utf-8').send(page(door.basePath)));
  door.page('api/docs/start.js', 'viewer', ({ reply }) =>
    reply.type('text/javascript; charset=utf-8').send(startScript),
  );
  const folder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static');
  for (const file of await listKnownFiles(folder)) {
    if (uiFiles.has(file.name))
      door.page(`api/docs/${file.name}`, 'viewer', ({ reply }) => file.send(reply, 'no-cache'));
  }
};
