import type { SchemaDetail } from '../../../contract/index.ts';
import type { SchemaModel } from '../../../diagram/graph.ts';
import { Problems } from '../../parts/problems.tsx';
import { Moment } from '../../parts/time/moment.tsx';
import { useStatus } from '../../queries.ts';
import { countWords } from './count-words.ts';
import { texts } from './texts.ts';

/** Where the schema comes from and how old it is. */
type Origin = { slug: string; schema: SchemaDetail; shown: readonly SchemaModel[] };

export function SchemaOrigin({ slug, schema, shown }: Origin) {
  const { provenance } = schema;
  // Of an app that was read in part the overview tells no number.
  const hasMore = useStatus(slug).data?.apps.some(({ models }) => models === undefined);
  return (
    <div className="page-facts">
      {/* Of no models the page says why; a 0 would be told also where it is not known which apps there are. */}
      {schema.models.length === 0
        ? null
        : countWords(
            shown.map(({ model }) => model),
            schema.models,
            hasMore,
          ).map((words) => <span key={words}>{words}</span>)}
      <span>
        {texts.source[provenance.source]} {provenance.source === 'unknown' ? null : <Moment at={provenance.read_at} />}
      </span>
      {provenance.note === null ? null : <span>{provenance.note}</span>}
    </div>
  );
}

/** More than this is read in the panels of the models, or the text and the project are of two versions. */
const shownDifferences = 200;

/** What stands against taking the picture as the whole truth. */
export function SchemaDoubts({ schema }: { schema: SchemaDetail }) {
  if (schema.problems.length === 0 && schema.differences.length === 0) return null;
  return (
    <div className="schema-doubts">
      <Problems problems={schema.problems} />
      {schema.differences.length === 0 ? null : (
        <details className="problems">
          <summary>{texts.differences(schema.differences.length)}</summary>
          <p className="dim small schema-doubts__hint">{texts.differenceHint}</p>
          <div className="schema-doubts__table">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{texts.differenceColumns.subject}</th>
                  <th scope="col">{texts.differenceColumns.static}</th>
                  <th scope="col">{texts.differenceColumns.live}</th>
                </tr>
              </thead>
              <tbody>
                {schema.differences.slice(0, shownDifferences).map((one) => (
                  <tr key={one.subject + one.static}>
                    <th scope="row">
                      <code>{one.subject}</code>
                    </th>
                    <td>{one.static}</td>
                    <td>{one.live}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {schema.differences.length > shownDifferences ? (
              <p className="dim small schema-doubts__hint">
                {texts.differencesMore(schema.differences.length - shownDifferences)}
              </p>
            ) : null}
          </div>
        </details>
      )}
    </div>
  );
}
