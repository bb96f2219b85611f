import type { Point, Size } from '../../../../diagram/boxes.ts';

/** As far as a tip reaches at most, see `.line-tip`, and how far it stands off the pointer. */
const reach = { width: 340, height: 120 };
const off = 14;

type Place = { left?: number; right?: number; top?: number; bottom?: number };

/** Beside and below the pointer; near an edge on its other side, where there is room to be read. */
export const tipPlace = ({ x, y }: Point, { width, height }: Size): Place => ({
  ...(x + off + reach.width > width && x > width / 2 ? { right: width - x + off } : { left: x + off }),
  ...(y + off + reach.height > height && y > height / 2 ? { bottom: height - y + off } : { top: y + off }),
});
