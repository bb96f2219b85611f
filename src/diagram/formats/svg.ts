/** The scene as an SVG file of its own: no page, no fonts to load, text stays text. */
import {
  boundsOf,
  boxPadding,
  headerHeight,
  lettersIn,
  type ModelBox,
  rowCharWidth,
  rowDetail,
  rowHeight,
  titleCharWidth,
} from '../boxes.ts';
import type { EdgeLine, PlacedBox } from '../edge-path.ts';
import { type AppGroup, titleWidths } from '../groups.ts';
import { rectOf, type Scene } from '../scene.ts';
import { appTint, boxDash, lineStyles, type Palette, throughStyle } from '../style.ts';

export type SvgFile = { text: string; width: number; height: number };

/** Of the title of an app, 14 px and half bold, as `titleCharWidth` is of a box. */
const groupCharWidth = 8.9;
const margin = 24;
const nowhere = { x: 0, y: 0, width: 0, height: 0 };
const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

export const toSvg = (scene: Scene, palette: Palette, appOrder: readonly string[], title: string): SvgFile => {
  // A line that leaves and comes back on one side goes further than its boxes.
  const bounds =
    boundsOf([...(scene.bounds ? [scene.bounds] : []), ...scene.lines.map((line) => line.bounds)]) ?? nowhere;
  const collapsed = [...scene.boxes.values()].filter(({ box }) => box.kind === 'app').map(rectOf);
  const rooms = titleWidths(scene.groups, collapsed);
  const width = Math.ceil(bounds.width + 2 * margin);
  const height = Math.ceil(bounds.height + 2 * margin);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${bounds.x - margin} ${bounds.y - margin} ${width} ${height}" font-family="${fonts}" font-size="12" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect x="${bounds.x - margin}" y="${bounds.y - margin}" width="${width}" height="${height}" fill="${palette.paper}"/>`,
    ...scene.groups.map((group) => {
      const room = Math.min(rooms.get(group.app) ?? group.width, bounds.x + bounds.width - group.x);
      return groupArea(group, room, appTint(appOrder.indexOf(group.app), palette), palette);
    }),
    ...scene.lines.map((line) => lineOf(line, scene, palette)),
    ...[...scene.boxes.values()].map((placed) => boxOf(placed, palette)),
    '</svg>',
  ];
  return { text: `${parts.join('\n')}\n`, width, height };
};

/** Also takes out what XML cannot hold at all: a name with a control character must not break the file. */
const escaped = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

type Tint = { fill: string; stroke: string };

/** `room`: how far its title may go. */
const groupArea = (group: AppGroup, room: number, tint: Tint, palette: Palette): string =>
  `<rect x="${group.x}" y="${group.y}" width="${group.width}" height="${group.height}" rx="10" fill="${tint.fill}" stroke="${tint.stroke}"/>` +
  textIn(
    group.app,
    room - 28,
    groupCharWidth,
    `x="${group.x + 14}" y="${group.y + 24}" font-size="14" font-weight="600" fill="${palette.dim}"`,
  );

const lineOf = (line: EdgeLine, scene: Scene, palette: Palette): string => {
  const { edge } = line;
  const style = edge.through !== null && scene.boxes.has(edge.through) ? throughStyle : lineStyles[edge.kind];
  const colour = style.faint ? palette.lineStrong : palette.edge;
  const dash = style.dash.length > 0 ? ` stroke-dasharray="${style.dash.join(' ')}"` : '';
  const marks = line.strokes === '' ? '' : `<path d="${line.strokes}"/>`;
  const shapes = line.shapes === '' ? '' : `<path d="${line.shapes}" fill="${palette.paper}"/>`;
  return `<g fill="none" stroke="${colour}" stroke-width="${style.width}"><path d="${line.path}"${dash}/>${marks}${shapes}</g>`;
};

const boxOf = ({ box, at }: PlacedBox, palette: Palette): string => {
  if (box.kind === 'app') {
    const frame = `<rect width="${box.width}" height="${box.height}" rx="8" fill="${palette.sunken}" stroke="${palette.lineStrong}"/>`;
    return `<g transform="translate(${at.x} ${at.y})">${frame}<text x="14" y="${box.height / 2 + 4}" font-weight="600" fill="${palette.text}">${escaped(fitted(box.title, box.width - 72, titleCharWidth))} (${box.models})</text></g>`;
  }
  const { kind, own } = box.node.model;
  const dashes = boxDash(box.node);
  const dash = dashes.length > 0 ? ` stroke-dasharray="${dashes.join(' ')}"` : '';
  const frame = `<rect width="${box.width}" height="${box.height}" rx="6" fill="${own ? palette.surface : palette.sunken}" stroke="${palette.lineStrong}"${dash}/>`;
  const style = kind === 'abstract' ? ' font-style="italic"' : '';
  const look = `x="10" y="21" font-size="13" font-weight="600" fill="${palette.text}"${style}`;
  const title = textIn(box.title, box.width - 24, titleCharWidth, look);
  return `<g transform="translate(${at.x} ${at.y})">${frame}${title}${rowsOf(box, palette)}</g>`;
};

const rowsOf = (box: ModelBox, palette: Palette): string => {
  const rows = box.rows.map(({ field }, index) => {
    const y = headerHeight + (index + 0.5) * rowHeight + 4;
    const detail = rowDetail(field);
    const room = box.width - 30 - lettersIn(detail) * rowCharWidth;
    const weight = field.primary_key ? ' font-weight="600"' : '';
    return (
      textIn(
        `${field.name}${field.null ? '?' : ''}`,
        room,
        rowCharWidth,
        `x="10" y="${y}" fill="${palette.text}"${weight}`,
      ) +
      textIn(
        detail,
        box.width - 60,
        rowCharWidth,
        `x="${box.width - 10}" y="${y}" text-anchor="end" fill="${palette.dim}"`,
      )
    );
  });
  const rule = rows.length > 0 ? `<path d="M0 ${headerHeight}h${box.width}" stroke="${palette.line}"/>` : '';
  const y = headerHeight + (box.rows.length + 0.5) * rowHeight + boxPadding - 2;
  const more = box.more > 0 ? `<text x="10" y="${y}" fill="${palette.dim}">+ ${box.more}</text>` : '';
  return `${rule}${rows.join('')}${more}`;
};

/** One that is cut is given exactly its room: the letters of a name may be wider than the mean, and would leave their box. */
const textIn = (text: string, width: number, charWidth: number, look: string): string => {
  const shown = fitted(text, width, charWidth);
  const room =
    shown === text ? '' : ` textLength="${Math.floor(Math.max(width, 3 * charWidth))}" lengthAdjust="spacingAndGlyphs"`;
  return `<text ${look}${room}>${escaped(shown)}</text>`;
};

/** As much of a text as fits, by the mean width of its letters. */
const fitted = (text: string, width: number, charWidth: number): string => {
  const room = Math.max(3, Math.floor(width / charWidth));
  if (lettersIn(text) <= room) return text;
  let shown = '';
  for (const letter of text) {
    if (lettersIn(shown + letter) > room - 1) break;
    shown += letter;
  }
  return `${shown}…`;
};
