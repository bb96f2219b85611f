/** A text whose references lead to what they name, where that is certainly there: files of the project, its migrations, models and fields. */
import './linked.css';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { MigrationsDetail, Model } from '../../../contract/index.ts';
import { useMigrations, useSchema } from '../../queries.ts';
import { texts } from '../../texts.ts';
import { FileLine } from '../files/file-line.tsx';
import { migrationPath, modelPath } from '../links.ts';
import { cutAtReferences, cutListed, modelAbove, ownFile, type Reference } from './references.ts';

type Of<K extends Reference['kind']> = Extract<Reference, { kind: K }>;
type LinkProps<K extends Reference['kind']> = {
  slug: string;
  root: string | undefined;
  to: Of<K>;
  children: ReactNode;
};

export type LinkedTextProps = {
  slug: string;
  /** The folder of the project. */
  root: string | undefined;
  text: string;
  /** Of a line that names a migration alone: its app. */
  app?: string | undefined;
  /** How a piece of the text is drawn: all of it by default. */
  children?: (from: number, to: number) => ReactNode;
};

export function LinkedText({ slug, root, text, app, children = (from, to) => text.slice(from, to) }: LinkedTextProps) {
  const parts = app === undefined ? cutAtReferences(text, root) : cutListed(text, app);
  return parts.map(({ at, text: part, to }) => {
    const drawn = children(at, at + part.length);
    return to === null ? (
      <Fragment key={at}>{drawn}</Fragment>
    ) : (
      <Leading key={at} slug={slug} root={root} to={to}>
        {drawn}
      </Leading>
    );
  });
}

/** Models and migrations are asked for by the first text that seems to name one. */
function Leading({ to, ...rest }: LinkProps<Reference['kind']>) {
  if (to.kind === 'file') return <ToFile {...rest} to={to} />;
  return to.kind === 'model' ? <ToModel {...rest} to={to} /> : <ToMigration {...rest} to={to} />;
}

const noModels: readonly Model[] = [];

function ToFile({ slug, root, to, children }: LinkProps<'file'>) {
  const models = useSchema(slug).data?.models ?? noModels;
  const file = ownFile(to.path, root, models);
  if (file === null) return children;
  const model = to.isLine ? modelAbove(models, file, to.line) : null;
  return (
    <>
      <FileLine file={file} line={to.line}>
        {children}
      </FileLine>
      {model ? (
        <Link
          className="linked-model"
          href={modelPath(slug, model.id)}
          title={texts.logs.toModel(model.name, model.source?.line ?? 0)}
        >
          {model.name}
        </Link>
      ) : null}
    </>
  );
}

function ToModel({ slug, to, children }: LinkProps<'model'>) {
  const model = useSchema(slug).data?.models.find(({ id }) => id === to.id);
  const isThere = model !== undefined && (to.field === null || model.fields.some(({ name }) => name === to.field));
  return isThere ? <Link href={modelPath(slug, to.id, to.field)}>{children}</Link> : children;
}

/** Of a reading, once for all that ask. */
const idsOf = new WeakMap<MigrationsDetail, ReadonlySet<string>>();

function isMigration(detail: MigrationsDetail | undefined, id: string): boolean {
  if (detail === undefined) return false;
  let ids = idsOf.get(detail);
  if (!ids) {
    ids = new Set(detail.apps.flatMap(({ migrations }) => migrations.map(({ app, name }) => `${app}.${name}`)));
    idsOf.set(detail, ids);
  }
  return ids.has(id);
}

function ToMigration({ slug, to, children }: LinkProps<'migration'>) {
  const detail = useMigrations(slug).data;
  return isMigration(detail, to.id) ? <Link href={migrationPath(slug, to.id)}>{children}</Link> : children;
}
