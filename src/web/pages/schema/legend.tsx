import type { EdgeKind } from '../../../diagram/graph.ts';
import { lineStyles } from '../../../diagram/style.ts';
import { texts } from './texts.ts';

const kinds: EdgeKind[] = ['foreign_key', 'one_to_one', 'many_to_many', 'generic', 'parent_link', 'proxy', 'abstract'];

const ends: Record<EdgeKind, string> = {
  foreign_key: 'M4 3l10 5l-10 5M64 3v10',
  one_to_one: 'M8 3v10M64 3v10',
  many_to_many: 'M4 3l10 5l-10 5M68 3l-10 5l10 5',
  generic: 'M8 3v10M68 3l-10 5l10 5',
  parent_link: 'M68 8l-11 -6v12Z',
  proxy: 'M68 8l-11 -6v12Z',
  abstract: 'M68 8l-11 -6v12Z',
};

/** What the lines mean. Closed at first: most people know crow's feet. */
export function Legend() {
  return (
    <details className="schema-legend">
      <summary>{texts.graph.legend}</summary>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>
            <svg width="72" height="16" aria-hidden="true">
              <path
                d="M4 8H68"
                strokeWidth={lineStyles[kind].width}
                strokeDasharray={lineStyles[kind].dash.join(' ')}
              />
              <path d={ends[kind]} className={ends[kind].endsWith('Z') ? 'schema-legend__shape' : undefined} />
            </svg>
            {texts.edges[kind]}
          </li>
        ))}
        <li>
          <svg width="72" height="16" aria-hidden="true">
            <path d="M4 8H68M62 3v10" />
            <circle cx="55" cy="8" r="3.5" className="schema-legend__shape" />
          </svg>
          {texts.marks.zero_or_one}
        </li>
      </ul>
    </details>
  );
}
