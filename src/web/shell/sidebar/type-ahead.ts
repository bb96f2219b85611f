import { type KeyboardEvent, useRef } from 'react';

/** Letters that follow each other so soon are one word. */
const pauseMs = 800;

/** In a menu letters lead to the item that begins with them, as in the menus of every system; the same letter again to the next one. */
export function useTypeAhead() {
  const typed = useRef({ text: '', at: 0 });
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, timeStamp, ctrlKey, metaKey, altKey } = event;
    if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
    const { text: before, at } = typed.current;
    const text = (timeStamp - at < pauseMs ? before : '') + key.toLowerCase();
    typed.current = { text, at: timeStamp };
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const isRepeated = text === key.toLowerCase().repeat(text.length);
    const wanted = isRepeated ? text.slice(0, 1) : text;
    const from = items.indexOf(event.target as HTMLElement) + (isRepeated ? 1 : 0);
    const inTurn = [...items.slice(from), ...items.slice(0, from)];
    inTurn.find((item) => item.textContent?.trim().toLowerCase().startsWith(wanted))?.focus();
  };
}
