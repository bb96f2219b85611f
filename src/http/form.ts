/** Bodies are forms, nothing else: both kinds end as a flat record of texts, of a repeated field the last counts (as in Django). */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { InspectorError } from '../kit/errors.ts';
import type { Form } from '../usecases/form.ts';

/** Names 2 KB long and a note of 280 characters fit many times over; a flood does not. */
export const bodyLimitBytes = 64 * 1024;
const mostFields = 100;

const wrong = (message: string): InspectorError => new InspectorError('invalid', message);

const refuseEncodings = (request: FastifyRequest): void => {
  const encoding = request.headers['content-encoding'];
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if ((encoding && encoding !== 'identity') || (charset && !/^utf-?8$/i.test(charset))) {
    throw new InspectorError('unsupported_media_type', 'Send the form uncompressed and in UTF-8.');
  }
};

const notUtf8 = 'The form is not valid UTF-8.';
const barePercent =
  'A % in the form is not followed by two hexadecimal digits. A % that is meant as such is written %25; curl does that with `--data-urlencode`.';

/** decodeURIComponent refuses overlong forms, lone surrogates and cut sequences, where URLSearchParams would put U+FFFD. */
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw wrong(/%(?![0-9a-f]{2})/i.test(text) ? barePercent : notUtf8);
  }
};

const readUrlEncoded = (body: Buffer): Form => {
  if (!isUtf8(body)) throw wrong(notUtf8);
  const form: Record<string, string> = Object.create(null);
  const pairs = body.toString('utf8').split('&', mostFields + 1);
  if (pairs.length > mostFields) throw wrong(`A form has at most ${mostFields} fields.`);
  for (const pair of pairs) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = at < 0 ? pair : pair.slice(0, at);
    form[decode(name)] = at < 0 ? '' : decode(pair.slice(at + 1));
  }
  return form;
};

/** Node's own parser of multipart bodies (the one behind fetch), on a body that is small and whole. */
const readMultipart = async (body: Buffer, contentType: string): Promise<Form> => {
  if (!isUtf8(body)) throw wrong(notUtf8);
  const data = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw wrong('The multipart form cannot be read: check its boundary and its end.');
    });
  const form: Record<string, string> = Object.create(null);
  let fields = 0;
  for (const [name, value] of data) {
    if (typeof value !== 'string') throw wrong(`The field "${name}" is a file; a text is expected.`);
    if (++fields > mostFields) throw wrong(`A form has at most ${mostFields} fields.`);
    form[name] = value;
  }
  return form;
};

export const registerFormParsers = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer' as const, bodyLimit: bodyLimitBytes };
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    options,
    async (request: FastifyRequest, body: Buffer) => {
      refuseEncodings(request);
      return readUrlEncoded(body);
    },
  );
  server.addContentTypeParser('multipart/form-data', options, async (request: FastifyRequest, body: Buffer) => {
    refuseEncodings(request);
    return readMultipart(body, request.headers['content-type'] ?? '');
  });
};
