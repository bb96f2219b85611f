/** Keys of the whole window: single ones, with Ctrl or Cmd (`mod+k`), and two in a row (`g o`). Silent while someone types or a dialog or menu is open. */
import { useEffect, useRef } from 'react';

type Keys = Readonly<Record<string, () => void>>;
/** What stands on the key. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const sequenceMs = 1_200;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.isComposing) return;
      const mod = event.ctrlKey || event.metaKey;
      if (!mod && (isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]'))) return;
      const key = mod ? `mod+${event.key.toLowerCase()}` : event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const pair = first && event.timeStamp - first.at < sequenceMs ? `${first.key} ${key}` : null;
      const action = (pair ? current.current[pair] : undefined) ?? current.current[key];
      first = key === 'g' ? { key, at: event.timeStamp } : null;
      if (!action) return;
      event.preventDefault();
      // A key that is held down would ask for the same twenty times a second.
      if (!event.repeat) action();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
