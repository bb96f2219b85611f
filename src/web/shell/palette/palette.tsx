/** Search over everything: a combobox over one list, driven by the keyboard alone. */
import './palette.css';
import { Modal } from '@mantine/core';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { IconSearch } from '../../icons.ts';
import { useReturnFocus } from '../../parts/hooks/return-focus.ts';
import { texts } from '../../texts.ts';
import type { OverlayControls } from '../overlays.tsx';
import { logSearch, usePaletteItems } from './palette-items.ts';
import { type PaletteItem, prepareAhead, rank } from './palette-rank.ts';

const step: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

type OptionsProps = {
  items: PaletteItem[];
  active: number;
  listId: string;
  reading: boolean;
  /** Nothing has such a name. */
  isNothing: boolean;
  onPick: (item: PaletteItem) => void;
};

function Options(props: OptionsProps) {
  const { items, active, listId, reading } = props;
  const { nothing, stillReading } = texts.shell.palette;
  return (
    <div id={listId} role="listbox" aria-label={texts.shell.palette.open} className="palette__list">
      {props.isNothing ? <p className="palette__none dim">{reading ? stillReading : nothing}</p> : null}
      {items.map((item, index) => (
        <div key={item.id}>
          {items[index - 1]?.group === item.group ? null : (
            <div className="palette__group" aria-hidden>
              {texts.shell.palette.groups[item.group]}
            </div>
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is handled by the combobox that owns this list */}
          <div
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="palette__item"
            onClick={() => props.onPick(item)}
            ref={index === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : null}
          >
            <span className="cut" title={item.label}>
              {item.label}
            </span>
            <span className="cut dim small" title={item.detail}>
              {item.detail}
            </span>
            <span className="hidden-text">{texts.shell.palette.groups[item.group]}</span>
          </div>
        </div>
      ))}
    </div>
  );
}

export function Palette({ slug, overlays }: { slug: string | undefined; overlays: OverlayControls }) {
  useReturnFocus();
  const [text, setText] = useState('');
  // By what it is, not by where it stands: a run that begins meanwhile moves the others down. Null: the best, whichever that is by now.
  const [chosen, setChosen] = useState<string | null>(null);
  const listId = useId();
  const { items: all, reading } = usePaletteItems(slug, overlays);
  useEffect(() => prepareAhead(all), [all]);
  const wanted = useDeferredValue(text);
  const [, go] = useLocation();
  const found = useMemo(() => rank(all, wanted), [all, wanted]);
  /** Searching the logs comes after what was found; before all names are there, what was typed may yet be found. */
  const withLogSearch = (best: PaletteItem[], typed: string): PaletteItem[] =>
    slug === undefined || typed.trim() === '' || (reading && best.length === 0)
      ? best
      : [...best, logSearch(slug, typed.trim(), go)];
  const items = withLogSearch(found, wanted);
  const placeIn = (list: readonly PaletteItem[]) =>
    chosen === null ? 0 : list.findIndex((item) => item.id === chosen);
  const active = placeIn(items);
  const pick = (item: PaletteItem | undefined) => {
    if (!item) return;
    overlays.close();
    item.act();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = step[event.key];
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (move === undefined && !isEnter) return;
    event.preventDefault();
    // What is shown may be a letter behind what was typed.
    const list = wanted === text ? items : withLogSearch(rank(all, text), text);
    if (move === undefined) pick(list[placeIn(list)]);
    else setChosen(list[Math.max(0, Math.min(list.length - 1, placeIn(list) + move))]?.id ?? null);
  };
  return (
    <Modal.Root opened onClose={overlays.close} padding={0} size="lg" yOffset="12vh" centered={false}>
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={texts.shell.palette.open}>
        <div className="palette">
          <div className="palette__head">
            <IconSearch size={16} aria-hidden />
            <input
              data-autofocus
              // biome-ignore lint/a11y/noAutofocus: the dialog would give it the focus a moment later, and the first letter would be lost
              autoFocus
              role="combobox"
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={items[active] ? `${listId}-${active}` : undefined}
              aria-autocomplete="list"
              aria-label={texts.shell.palette.open}
              placeholder={texts.shell.palette.placeholder}
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value);
                setChosen(null);
              }}
              onKeyDown={onKeyDown}
            />
          </div>
          <Options
            items={items}
            active={active}
            listId={listId}
            reading={reading}
            isNothing={found.length === 0}
            onPick={pick}
          />
          <div className="palette__foot dim small">{texts.shell.palette.hint}</div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
