import Type from 'typebox';
import { LogLevel, type LogPage } from '../../contract/index.ts';
import { problemRow, thatFit } from '../answer.ts';
import { type Tool, tool } from '../tool.ts';
import { ofWorkspace, pathOf, slugOf } from '../workspace.ts';

export const logTools: readonly Tool[] = [
  tool({
    name: 'read_logs',
    title: 'Logs of a project',
    description:
      "The project's log files and our own events as one stream, newest first, with tracebacks; secrets are masked. `before` of an answer asks for what is older.",
    input: Type.Object({
      ...ofWorkspace,
      levels: Type.Optional(Type.Array(LogLevel, { description: 'Default: all.' })),
      source: Type.Optional(
        Type.String({ description: 'A log file as `sources` names it, `inspector`, or `*`: every log file.' }),
      ),
      since: Type.Optional(Type.String({ description: 'As in `30m`, `1h`, `7d`, or a moment in ISO 8601.' })),
      query: Type.Optional(Type.String({ description: 'Text to find.' })),
      before: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    answer: async (input, call) => {
      const slug = await slugOf(input, call);
      const { levels, source, since, query: q, before } = input;
      const asked = { level: levels?.join(','), source, since, q, before };
      const query = new URLSearchParams(
        Object.entries(asked).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
      );
      const page = await call.service.ask<LogPage>('GET', `${pathOf(slug, 'logs')}?${query}`);
      const lines = thatFit(page.lines, ({ message, detail }) => message + (detail ?? ''));
      return {
        workspace: slug,
        sources: page.sources,
        problems: page.problems.map(problemRow),
        before: lines.length < page.lines.length ? lines.at(-1)?.id : page.before,
        lines: lines.map(({ id, ...line }) => line),
      };
    },
  }),
];
