import { Fragment } from 'react';

const longestWhole = 20;

/** A path keeps its names whole, but for those that no line may have room for; and an ending stays with its name. */
const partsOf = (name: string): string[] =>
  name.includes('/')
    ? name.split(/(?<=\/)/).flatMap((part) => (part.length > longestWhole ? part.split(/(?<=_|\.(?!\w{1,5}$))/) : part))
    : name.split(/(?<=[._])/);

/** A dotted name or a path that, where it must take two lines, begins the second after a dot, a slash or an underscore. */
export function Dotted({ name }: { name: string }) {
  return partsOf(name).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no name but its place, and two may be the same
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ));
}
