import { Switch } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { RunResult } from '../../../contract/index.ts';
import { LinkedText } from '../../parts/linked/linked-text.tsx';
import { migrationPath } from '../../parts/links.ts';
import { Dotted } from '../../parts/marks/dotted.tsx';
import { ScrollBox } from '../../parts/panel.tsx';
import { LevelMark, Tag } from '../../parts/status-mark.tsx';
import { texts } from '../../texts.ts';

const words = texts.runs.result;
type Of<K extends RunResult['kind']> = Extract<RunResult, { kind: K }>;

const Head = ({ columns }: { columns: readonly string[] }) => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th key={column} scope="col">
          {column}
        </th>
      ))}
    </tr>
  </thead>
);

const Nothing = ({ text }: { text: string }) => <p className="result__none">{text}</p>;

type Props<K extends RunResult['kind']> = { slug: string; result: Of<K> };

const MigrationName = ({ slug, app, name }: { slug: string; app: string; name: string }) => (
  <code>
    <Link href={migrationPath(slug, `${app}.${name}`)}>{name}</Link>
  </code>
);

function CheckResult({ slug, result }: Props<'check'>) {
  const { check } = words;
  if (result.findings.length === 0) return <Nothing text={check.none} />;
  return (
    <table className="table table--rows">
      <Head columns={[check.level, check.id, check.object, check.message]} />
      <tbody>
        {result.findings.map((finding) => (
          <tr key={`${finding.id} ${finding.object} ${finding.message}`}>
            <td>
              <LevelMark level={finding.level} />
            </td>
            <td className="nowrap">
              <code>{finding.id}</code>
            </td>
            <td>
              <code>
                <LinkedText slug={slug} root={undefined} text={finding.object ?? ''}>
                  {(from, to) => <Dotted name={finding.object?.slice(from, to) ?? ''} />}
                </LinkedText>
              </code>
            </td>
            <td className="table__line">
              {finding.message}
              {finding.hint ? <div className="dim">{`${check.hint}: ${finding.hint}`}</div> : null}
            </td>
          </tr>
        ))}
      </tbody>
      {result.silenced > 0 ? <caption>{check.silenced(result.silenced)}</caption> : null}
    </table>
  );
}

function MigrationsResult({ slug, result }: Props<'migrations'>) {
  const { migrations } = words;
  if (result.apps.length === 0) return <Nothing text={migrations.none} />;
  return (
    <table className="table table--rows">
      <Head columns={[migrations.app, migrations.name, migrations.applied]} />
      <tbody>
        {result.apps.flatMap((app) =>
          app.migrations.map((migration, index) => (
            <tr key={`${app.app} ${migration.name}`}>
              <td className="table__line">{index === 0 ? app.app : ''}</td>
              <td className="grow">
                <MigrationName slug={slug} app={app.app} name={migration.name} />
              </td>
              <td>
                <Tag tone={migration.applied ? 'ok' : 'warn'}>{migration.applied ? migrations.yes : migrations.no}</Tag>
              </td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}

function SettingsResult({ result }: { result: Of<'settings'> }) {
  const { settings } = words;
  const [changedOnly, setChangedOnly] = useState(true);
  const mixed = result.settings.some((each) => !each.changed);
  const shown = result.settings.filter((each) => each.changed || !changedOnly);
  return (
    <>
      {mixed ? (
        <Switch
          className="result__none"
          size="xs"
          label={settings.only}
          checked={changedOnly}
          onChange={(event) => setChangedOnly(event.currentTarget.checked)}
        />
      ) : null}
      <table className="table table--rows">
        <Head columns={[settings.key, settings.value]} />
        <tbody>
          {shown.map((each) => (
            <tr key={each.key}>
              <td>
                <code>{each.key}</code>
              </td>
              <td className="table__line result__value">
                <code className={each.changed ? '' : 'dim'}>{each.value}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function PlanResult({ slug, result }: Props<'plan'>) {
  const { plan } = words;
  if (result.migrations.length === 0) return <Nothing text={plan.none} />;
  return (
    <table className="table table--rows">
      <Head columns={[plan.app, plan.name, plan.operations]} />
      <tbody>
        {result.migrations.map((migration) => (
          <tr key={`${migration.app} ${migration.name}`}>
            <td>{migration.app}</td>
            <td>
              <MigrationName slug={slug} app={migration.app} name={migration.name} />
            </td>
            <td className="wrap table__line">{migration.operations.join('\n')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ChangesResult({ result }: { result: Of<'changes'> }) {
  const { changes } = words;
  if (result.apps.length === 0) return <Nothing text={changes.none} />;
  return (
    <table className="table table--rows">
      <Head columns={[changes.app, changes.migration, changes.changes]} />
      <tbody>
        {result.apps.map((app) => (
          <tr key={app.app}>
            <td>{app.app}</td>
            <td>
              <code>{app.migration}</code>
            </td>
            <td className="wrap table__line">{app.changes.join('\n')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the output says, as a table; the text stays one tab away. */
export function ResultView({ slug, result }: { slug: string; result: RunResult }) {
  if (result.kind === 'version') {
    return (
      <p className="result__none">
        {words.version} <strong>{result.version}</strong>
      </p>
    );
  }
  return (
    <ScrollBox label={texts.runs.page.tabs.result}>
      {result.kind === 'check' ? <CheckResult slug={slug} result={result} /> : null}
      {result.kind === 'migrations' ? <MigrationsResult slug={slug} result={result} /> : null}
      {result.kind === 'settings' ? <SettingsResult result={result} /> : null}
      {result.kind === 'plan' ? <PlanResult slug={slug} result={result} /> : null}
      {result.kind === 'changes' ? <ChangesResult result={result} /> : null}
    </ScrollBox>
  );
}
