import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconPencil, IconPlus } from '../../icons.ts';
import { ScrollBox } from '../../parts/panel.tsx';
import { texts } from '../../texts.ts';

type ListTableProps = {
  columns: readonly string[];
  /** Of these columns, those that a phone leaves out. Their cells have the class `wide-only`, too. */
  wideOnly?: readonly string[];
  children: ReactNode[];
  empty?: string;
};

/** A table of the administration, with its one button above. */
export function ListTable({ columns, wideOnly = [], children, empty }: ListTableProps) {
  if (children.length === 0 && empty) return <p className="dim">{empty}</p>;
  return (
    <ScrollBox className="panel" label={texts.admin.title}>
      <table className="table table--middle table--rows">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={wideOnly.includes(column) ? 'wide-only' : undefined}>
                {column}
              </th>
            ))}
            <th scope="col">
              <span className="hidden-text">{texts.admin.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollBox>
  );
}

export const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <div className="admin-add">
    <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  </div>
);

/** `title`: what is edited, as its dialog is called. */
export const EditButton = ({ title, onClick }: { title: string; onClick: () => void }) => (
  <Tooltip label={texts.admin.edit}>
    <ActionIcon variant="subtle" color="gray" aria-label={title} onClick={onClick}>
      <IconPencil size={15} aria-hidden />
    </ActionIcon>
  </Tooltip>
);
