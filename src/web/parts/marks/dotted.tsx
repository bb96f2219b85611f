import { Fragment } from 'react';

/** A dotted name or a path that, where it must take two lines, begins the second after a dot, a slash or an underscore. */
export function Dotted({ name }: { name: string }) {
  const parts = name.split(/(?<=[./_])/);
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no name but its place, and two may be the same
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ));
}
