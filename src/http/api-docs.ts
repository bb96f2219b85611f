/** The OpenAPI 3.1 document, made from the table of routes when it is first asked for, and a page to read and try it. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { TObject } from 'typebox';
import { ErrorReply } from '../contract/index.ts';
import { csrfCookie, sessionCookie } from './cookies.ts';
import type { Route } from './route.ts';
import type { Door } from './server.ts';

const errorResponse = {
  description: 'An error: `errors` maps a field (or `__all__`) to messages, `code` is stable.',
  content: { 'application/json': { schema: ErrorReply } },
};

const parametersOf = (route: Route): object[] => [
  ...[...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: name === 'id' ? 'integer' : 'string' } })),
  ...Object.entries(route.query ?? {}).map(([name, description]) => ({ name, in: 'query', description, schema: { type: 'string' } })),
  ...(route.method === 'GET' ? [] : [{ name: 'X-CSRFToken', in: 'header', required: true, description: 'The value of the csrftoken cookie.', schema: { type: 'string' } }]),
];

const bodyOf = (form: TObject): object => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: form }, 'multipart/form-data': { schema: form } },
});

const operationOf = (route: Route): object => {
  const [status, schema] = route.success;
  return {
    operationId: route.name,
    summary: route.summary,
    tags: [route.path.split('/')[1] || route.path.split('/')[0]],
    parameters: parametersOf(route),
    ...(route.form && { requestBody: bodyOf(route.form) }),
    ...(route.access === 'public' && { security: [] }),
    responses: {
      [status]: { description: 'Success', ...(schema && { content: { 'application/json': { schema } } }) },
      default: errorResponse,
    },
  };
};

export const openApiOf = (routes: readonly Route[], version: string, basePath: string): object => {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = `/${route.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Workspace Inspector', version, description: 'Look into Django projects and never change them.', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: basePath }],
    security: [{ session: [] }],
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } } },
    paths,
  };
};

const page = (base: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><base href="${base}">
<meta name="viewport" content="width=device-width"><title>API · Workspace Inspector</title><link rel="stylesheet" href="swagger-ui.css"></head>
<body><div id="api"></div><script src="swagger-ui-bundle.js"></script><script src="start.js"></script></body></html>`;

/** The token is read from the cookie for each request, as the window does. */
const startScript = `SwaggerUIBundle({ url: '../openapi.json', dom_id: '#api', validatorUrl: null, deepLinking: true,
  requestInterceptor(request) {
    const token = /(?:^|; )${csrfCookie}=([^;]*)/.exec(document.cookie);
    if (token && request.method !== 'GET') request.headers['X-CSRFToken'] = token[1];
    return request;
  } });`;

export const registerApiDocs = (door: Door, routes: readonly Route[]): void => {
  let document: string | undefined;
  door.page('api/openapi.json', 'viewer', ({ context, reply }) => {
    document ??= JSON.stringify(openApiOf(routes, context.options.version, door.basePath));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  door.page('api/docs/', 'viewer', ({ reply }) => reply.type('text/html; charset=utf-8').send(page(`${door.basePath}api/docs/`)));
  door.page('api/docs/start.js', 'viewer', ({ reply }) => reply.type('text/javascript; charset=utf-8').send(startScript));
  const assets = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static');
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    door.page(`api/docs/${file}`, 'viewer', ({ reply }) => reply.sendFile(file, assets));
  }
};
