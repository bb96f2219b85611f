/**
 * Who made a value that can be changed. A module that only changes what it made itself can be evaluated again by itself; one that
 * changes what another module made cannot, because what the others see then depends on when it was evaluated.
 */

import { isA, isTagged, type Value } from '../values.ts';
import type { Engine } from '../world.ts';
import { loosen } from './entries.ts';
import { keepContents } from './kept.ts';

/** The first who holds a value made it. */
export const claim = (value: Value, owner: object): void => {
  if (!isTagged(value)) return;
  switch (value.type) {
    case 'list':
    case 'tuple':
    case 'set':
    case 'dict':
    case 'call':
      value.owner ??= owner;
  }
};

/** To be told before a value is changed in place. One of which nobody knows what it is may be any of those that it may be. */
export const noteChange = (engine: Engine, value: Value): void => {
  if (isA(value, 'unknown'))
    for (const each of value.mayBe ?? []) {
      noteChange(engine, each);
      if (!isA(each, 'call')) loosen(each, engine.world.readsSettings(), value.why);
    }
  if (engine.kept.length > 0) keepContents(engine, value);
  if (engine.owner === null || !isTagged(value)) return;
  switch (value.type) {
    case 'module':
      if (value !== engine.owner) engine.foreignChanges++;
      return;
    case 'list':
    case 'tuple':
    case 'set':
    case 'dict':
    case 'call':
    case 'class':
      if (value.owner !== engine.owner) engine.foreignChanges++;
  }
};
