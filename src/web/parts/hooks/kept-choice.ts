import { useState } from 'react';

const keyOf = (name: string): string => `inspector-choice:${name}`;

function readChoice(name: string): boolean | null {
  try {
    const text = localStorage.getItem(keyOf(name));
    return text === null ? null : text === 'on';
  } catch {
    return null;
  }
}

/** On or off, kept in this browser from one page to the next. `initial`: until someone chooses. */
export function useKeptChoice(name: string, initial: () => boolean): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => readChoice(name) ?? initial());
  const choose = (next: boolean) => {
    setOn(next);
    try {
      localStorage.setItem(keyOf(name), next ? 'on' : 'off');
    } catch {
      // Storage may be refused; the choice holds for this page then.
    }
  };
  return [on, choose];
}
