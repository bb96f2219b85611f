import { Button } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { SchemaEdge, SchemaGraph, SchemaModel } from '../../../../diagram/graph.ts';
import { keepPlace, keptPlace } from '../../../parts/hooks/kept-place.ts';
import { mostPrintedLines, usePrinting } from '../../../parts/hooks/printing.ts';
import { Tag } from '../../../parts/status-mark.tsx';
import { ModelLink } from '../panel/model-link.tsx';
import { texts } from '../texts.ts';

/** A page at a time rather than a virtual list: a screen reader needs rows that are really there, a browser few of them. */
const rowsPerPage = 100;
const shownRelations = 8;
const keptAs = { page: 'table page', top: 'table top' };

type Props = { models: readonly SchemaModel[]; graph: SchemaGraph; open: string | null; onOpen: (id: string) => void };

/** The same models in words: for keyboard, screen reader and everyone who prefers lists. */
export function ModelTable({ models, graph, open, onOpen }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const place = open === null ? -1 : models.findIndex(({ model }) => model.id === open);
  const [wanted, turnTo] = usePage(place);
  useKeptTop(frame, open);
  const turn = (to: number) => {
    turnTo(to);
    frame.current?.scrollTo({ top: 0, behavior: 'instant' });
  };
  const pages = Math.max(1, Math.ceil(models.length / rowsPerPage));
  const page = Math.min(wanted, pages - 1);
  // On paper nobody turns a page of it.
  const printing = usePrinting();
  const rows = printing
    ? models.slice(0, mostPrintedLines)
    : models.slice(page * rowsPerPage, (page + 1) * rowsPerPage);
  const hasStates = models.some(({ unmade }) => unmade !== null);
  return (
    <div
      className="schema-table"
      ref={frame}
      onScroll={(event) => keepPlace(keptAs.top, event.currentTarget.scrollTop)}
    >
      <table className="table table--rows">
        <caption className="hidden-text">{texts.table.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.table.model}</th>
            <th scope="col">{texts.table.app}</th>
            <th scope="col" className="wide-only schema-table__spare">
              {texts.table.kind}
            </th>
            <th scope="col" className="num roomy-only schema-table__spare">
              {texts.table.fields}
            </th>
            <th scope="col">{texts.table.relations}</th>
            {hasStates ? <th scope="col">{texts.table.state}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((node) => (
            <ModelRow
              key={node.model.id}
              node={node}
              graph={graph}
              onOpen={onOpen}
              isOpen={node.model.id === open}
              hasState={hasStates}
            />
          ))}
        </tbody>
      </table>
      {pages > 1 && !printing ? <Pages page={page} pages={pages} total={models.length} onPage={turn} /> : null}
    </div>
  );
}

/** A model that is opened from elsewhere is led to: the next match may be on another page. Who comes back is where they were. */
function usePage(place: number) {
  const pageOf = Math.max(0, Math.floor(place / rowsPerPage));
  const [page, setPage] = useState(() => keptPlace(keptAs.page) ?? pageOf);
  const isBack = useRef(keptPlace(keptAs.page) !== null);
  useEffect(() => {
    if (place >= 0 && !isBack.current) setPage(pageOf);
    isBack.current = false;
  }, [place, pageOf]);
  const turn = (to: number) => {
    setPage(to);
    keepPlace(keptAs.page, to);
  };
  return [page, turn] as const;
}

/** After the row of an open model has come into sight: where one was is more than where it stands. To open one is a new entry of the history. */
function useKeptTop(frame: RefObject<HTMLElement | null>, open: string | null): void {
  const isBack = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is open names the entry
  useEffect(() => {
    const top = isBack.current ? keptPlace(keptAs.top) : null;
    isBack.current = false;
    if (top === null) keepPlace(keptAs.top, frame.current?.scrollTop ?? 0);
    else frame.current?.scrollTo({ top, behavior: 'instant' });
  }, [open]);
}

type PagesProps = { page: number; pages: number; total: number; onPage: (page: number) => void };

function Pages({ page, pages, total, onPage }: PagesProps) {
  const last = Math.min((page + 1) * rowsPerPage, total);
  return (
    <nav className="row schema-table__pages" aria-label={texts.table.pages}>
      <Button variant="default" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {texts.table.previous}
      </Button>
      <span role="status">{texts.table.page(page * rowsPerPage + 1, last, total)}</span>
      <Button variant="default" disabled={page === pages - 1} onClick={() => onPage(page + 1)}>
        {texts.table.next}
      </Button>
    </nav>
  );
}

type RowProps = {
  node: SchemaModel;
  graph: SchemaGraph;
  onOpen: (id: string) => void;
  isOpen: boolean;
  hasState: boolean;
};

function ModelRow({ node, graph, onOpen, isOpen, hasState }: RowProps) {
  const { model, unmade } = node;
  const outgoing = node.edges.filter((edge) => edge.source === model.id);
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <tr aria-current={isOpen || undefined} ref={row}>
      <th scope="row" className="table__name">
        <ModelLink id={model.id} graph={graph} onOpen={onOpen} />
      </th>
      <td>
        <span className="schema-table__app">{model.app}</span>
        {model.own ? null : <span className="dim small schema-table__under">{texts.thirdParty}</span>}
      </td>
      <td className="wide-only schema-table__spare">{texts.kinds[model.kind]}</td>
      <td className="num roomy-only schema-table__spare">{model.fields.length}</td>
      <td className="table__line">
        <Relations edges={outgoing} graph={graph} onOpen={onOpen} />
      </td>
      {hasState ? (
        <td className="nowrap">{unmade === null ? null : <Tag tone="warn">{texts.unmade(unmade.count)}</Tag>}</td>
      ) : null}
    </tr>
  );
}

type RelationsProps = { edges: readonly SchemaEdge[]; graph: SchemaGraph; onOpen: (id: string) => void };

function Relations({ edges, graph, onOpen }: RelationsProps) {
  if (edges.length === 0) return null;
  return (
    <ul className="schema-table__relations">
      {edges.slice(0, shownRelations).map((edge) => (
        <li key={edge.id}>
          {edge.field === null ? texts.edges[edge.kind] : <code>{edge.field}</code>} →{' '}
          <ModelLink id={edge.target} graph={graph} onOpen={onOpen} />
          {edge.field === null ? null : (
            <>
              {' '}
              <span className="dim small nowrap">{texts.relation(edge.sourceMark, edge.targetMark)}</span>
            </>
          )}
        </li>
      ))}
      {edges.length > shownRelations ? (
        <li className="dim small">{texts.table.moreRelations(edges.length - shownRelations)}</li>
      ) : null}
    </ul>
  );
}
