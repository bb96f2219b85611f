/** The HTTP door: guards and routes in the order in which a request meets them. No autoload: what is served is listed here. */
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { InspectorError } from '../kit/errors.ts';
import type { Context } from '../usecases/context.ts';
import { plainPathOf, targetOf } from './address.ts';
import { registerApiDocs } from './api-docs.ts';
import type { CookieOptions } from './cookies.ts';
import { createErrorReply, isVisit, replyEarly } from './error-page.ts';
import { bodyLimitBytes, registerFormParsers } from './form.ts';
import { admissionOf, createAdmission } from './guards/access.ts';
import { dataHeaders, pageHeaders, securityHeaders } from './guards/headers.ts';
import { checkHost, type OwnNames, ownNames } from './guards/host.ts';
import { registerGuide } from './guide.ts';
import { replyToNoRequest } from './no-request.ts';
import type { Access, Call, Method, Route } from './route.ts';
import { accountRoutes } from './routes/accounts.ts';
import { presetRoutes } from './routes/presets.ts';
import { runRoutes } from './routes/runs.ts';
import { workspaceRoutes } from './routes/workspaces.ts';
import { createWindowReader, registerWebFiles } from './web-files.ts';

type ServerOptions = {
  host: string;
  /** Starts and ends with `/`. */
  basePath: string;
  publicUrl: URL | null;
  /** Where the built renderer and the guide lie. */
  webDir: string;
  guideDir: string;
};

/** What the other files of this room need to add their routes. */
export type Door = {
  server: FastifyInstance;
  context: Context;
  basePath: string;
  cookies: CookieOptions;
  /** The page that is the window, whatever the address. */
  readWindow(): Promise<string>;
  /** Adds a page or file; `access` as in the table. */
  page(path: string, access: Access, handle: (call: Call) => unknown): void;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
}

const callOf = (context: Context, request: FastifyRequest, reply: FastifyReply): Call => {
  const params = request.params as Record<string, string>;
  const query = request.query as Record<string, string | undefined>;
  // Of a repeated parameter the last counts.
  for (const name in query) if (Array.isArray(query[name])) query[name] = query[name].at(-1);
  return {
    context,
    ...admissionOf(request),
    request,
    reply,
    params,
    query,
    form: (request.body as Call['form'] | undefined) ?? {},
  };
};

const send = async (route: Route, call: Call): Promise<unknown> => {
  const [status, schema] = route.success;
  const { reply } = call;
  reply.code(status);
  const value = await route.handle(call);
  if (reply.sent || value === reply) return reply;
  if (schema === null) return reply.send();
  reply.type('application/json; charset=utf-8');
  return typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value);
};

/** Paths that are served and what may be done there: asked only when no route was found, instead of a route for every refusal. */
type KnownPath = { pattern: RegExp; methods: Set<string> };

const knownPath = (url: string): KnownPath => ({
  pattern: new RegExp(`^${url.replace(/:\w+/g, '[^/]+').replace(/(?<=.)\/$/, '/?')}$`),
  methods: new Set<string>(),
});

const note = (known: Map<string, KnownPath>, url: string, method: Method): void => {
  const entry = known.get(url) ?? knownPath(url);
  known.set(url, entry);
  entry.methods.add(method);
  if (method === 'GET') entry.methods.add('HEAD');
};

const addRoutes = (door: Door, routes: readonly Route[], known: Map<string, KnownPath>): void => {
  for (const route of routes) {
    const url = door.basePath + route.path;
    note(known, url, route.method);
    door.server.route({
      method: route.method,
      url,
      config: { access: route.access },
      handler: (request, reply) => send(route, callOf(door.context, request, reply)),
    });
  }
};

/** 405 where the path is known and the method is not, else 404. */
const refuse = (
  paths: ReadonlyMap<string, KnownPath>,
  request: FastifyRequest,
  reply: FastifyReply,
): InspectorError => {
  const path = plainPathOf(request);
  const known = [...paths.values()].find(({ pattern, methods }) => pattern.test(path) && !methods.has(request.method));
  if (!known) return new InspectorError('not_found', 'There is nothing at this address.');
  const allow = [...known.methods].join(', ');
  reply.header('allow', allow);
  return new InspectorError('method_not_allowed', `Only ${allow} may be used here.`);
};

/**
 * The first page without its slash lies outside of the path that cookies are set for: a browser sends none there, and whoever is logged in
 * would be asked to log in. They are led on before a session is looked for.
 */
const withSlash = (request: FastifyRequest, basePath: string): string | undefined => {
  const [path, query] = targetOf(request).split(/(?=\?)/, 2);
  const isBare = basePath !== '/' && path === basePath.slice(0, -1);
  return isBare && ['GET', 'HEAD'].includes(request.method) ? basePath + (query ?? '') : undefined;
};

const addGuards = (door: Door, names: () => OwnNames, paths: ReadonlyMap<string, KnownPath>): void => {
  const { server, context, basePath, cookies } = door;
  const admit = createAdmission(context, names, cookies);
  server.addHook('onRequest', (request, reply, done) => {
    checkHost(request, names());
    // Before a body is waited for, and whatever Fastify asks of a method (a QUERY must name the type of its body).
    if (request.is404) throw refuse(paths, request, reply);
    const slashed = withSlash(request, basePath);
    if (slashed !== undefined) return void reply.redirect(slashed, 302);
    const { access } = request.routeOptions.config;
    if (access === undefined) return done();
    const admitted = admit(request, reply, access);
    if (admitted) admitted.then(() => done(), done);
    else done();
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    const headers = securityHeaders(request, reply, basePath);
    for (const name in headers) if (!reply.hasHeader(name)) reply.header(name, headers[name]);
    done();
  });
  // One line per request: the path without its query (a launch token stands there), no header, no cookie, no body.
  server.addHook('onResponse', (request, reply, done) => {
    if (context.log.isLevelEnabled('info')) {
      const path = (request.raw.url ?? '').split('?', 1)[0];
      request.log.info(
        {
          request: request.id,
          method: request.method,
          path,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'request',
      );
    }
    done();
  });
};

/** Of a request as a whole: 64 KiB at most, from this machine or its proxy. */
const requestTimeoutMs = 60_000;

/** Answers that are due when the service stops are short; whoever does not take one is not waited for. */
const lastAnswersMs = 1000;

const noSchemas = (): never => {
  throw new InspectorError('internal', 'Routes carry no schemas of their own.');
};

const createFastify = (context: Context, names: () => OwnNames, basePath: string): FastifyInstance => {
  let requests = 0;
  const start = Date.now().toString(36);
  return Fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    genReqId: () => `${start}-${(++requests).toString(36)}`,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Input is checked by the use cases, which know every field error at once; output is typed by the same schemas. Named here, so
    // that a start need not load the validator and serialiser that Fastify would bring.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    forceCloseConnections: true,
    // Whoever sends a body byte by byte holds a connection, and descriptors are few. Fastify's own default is for ever.
    requestTimeout: requestTimeoutMs,
    clientErrorHandler: replyToNoRequest,
    frameworkErrors: (error, request, reply) => {
      // No hook is asked here: what every answer carries is put on by hand.
      reply.headers(isVisit(request, basePath) ? pageHeaders : dataHeaders);
      try {
        checkHost(request, names());
        replyEarly(error, request, reply, basePath);
      } catch (wrongHost) {
        replyEarly(wrongHost, request, reply, basePath);
      }
    },
  }) as unknown as FastifyInstance;
};

export type HttpDoor = {
  server: FastifyInstance;
  /** Starts to listen; the port that was taken. */
  listen(host: string, port: number): Promise<number>;
  close(): Promise<void>;
};

export const createHttpDoor = async (context: Context, options: ServerOptions): Promise<HttpDoor> => {
  // Before it listens (a command line that opened the store itself) it answers to this one name only.
  let names = ownNames(80, 'inspector.localhost', null);
  const cookies: CookieOptions = { path: options.basePath, secure: options.publicUrl?.protocol === 'https:' };
  const server = createFastify(context, () => names, options.basePath);
  const paths = new Map<string, KnownPath>();
  const door: Door = {
    server,
    context,
    basePath: options.basePath,
    cookies,
    readWindow: createWindowReader(options.webDir, options.basePath),
    page: (path, access, handle) => {
      note(paths, options.basePath + path, 'GET');
      server.route({
        method: 'GET',
        url: options.basePath + path,
        config: { access },
        handler: (request, reply) => handle(callOf(context, request, reply)),
      });
    },
  };
  registerFormParsers(server);
  addGuards(door, () => names, paths);
  const replyToError = createErrorReply(options.basePath, door.readWindow);
  server.setErrorHandler(replyToError);
  const routes = [...workspaceRoutes, ...runRoutes, ...presetRoutes, ...accountRoutes(cookies)];
  addRoutes(door, routes, paths);
  await registerWebFiles(door, options.webDir);
  await registerApiDocs(door, routes);
  registerGuide(door, options.guideDir);
  return {
    server,
    listen: async (host, port) => {
      await server.listen({ host, port });
      const address = server.addresses()[0];
      const taken = typeof address === 'object' ? address.port : port;
      names = ownNames(taken, host, options.publicUrl);
      return taken;
    },
    close: async () => {
      await Promise.race([Promise.all(context.awaited), sleep(lastAnswersMs, undefined, { ref: false })]);
      await server.close();
    },
  };
};
