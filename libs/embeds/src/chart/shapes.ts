import { svg } from '../text/markup.ts';
import { dotted } from './line.ts';
import {
  across,
  down,
  inPath,
  movedView,
  pathsView,
  pathView,
  shortNumber,
  type Pen,
  type Spot,
} from './pen.ts';
import type { Mark } from './frame.ts';
import type { Size } from './labels.ts';

/** Marker shapes about 8 pixels wide around the origin. They distinguish series without colour. */
const shapes = [
  'M-3.5,0A3.5,3.5 0 1 1 3.5,0A3.5,3.5 0 1 1 -3.5,0Z',
  'M-3.3,-3.3H3.3V3.3H-3.3Z',
  'M0,-4.6L4.6,0L0,4.6L-4.6,0Z',
  'M0,-4.4L4.4,3.4H-4.4Z',
  'M0,4.4L4.4,-3.4H-4.4Z',
] as const;

const classOf = ({ estimate }: { estimate: boolean }) => (estimate ? 'marker estimate' : 'marker');

/** Draws the marker of a series at the origin. */
export const shapeView = (index: number, estimate: boolean) =>
  pathView(classOf({ estimate }), shapes[index % shapes.length]!);

/** Writes a shape at a position of a box of 100 by 100 that stretches to a size. */
const stretched = (shape: string, { x, y }: Spot, { width, height }: Size) => {
  const across = (dx: string) => shortNumber(x + (Number(dx) / width) * 100);
  const down = (dy: string) => shortNumber(y + (Number(dy) / height) * 100);
  return shape
    .replaceAll(/H([\d.-]+)/g, (_, dx: string) => `H${across(dx)}`)
    .replaceAll(/V([\d.-]+)/g, (_, dy: string) => `V${down(dy)}`)
    .replaceAll(
      /([ML])([\d.-]+),([\d.-]+)/g,
      (_, to, dx: string, dy: string) => `${to}${across(dx)},${down(dy)}`,
    );
};

/**
 * Draws a marker at each mark that has room for one. On a page of a known size, they share a box: a browser that paints
 * again visits each box.
 */
export function shapesView(index: number, marks: readonly Mark[], size?: Size, pen?: Pen) {
  const shown = dotted(marks, size);
  const shape = shapes[index % shapes.length]!;
  if (shape === shapes[0])
    return shown.map(
      ({ x, y, point }) =>
        svg`<circle class=${classOf(point)} cx=${across(x, pen)} cy=${down(y, pen)} r="3.5" />`,
    );
  if (size && !pen)
    return pathsView(
      shown.map((mark) => pathView(classOf(mark.point), stretched(shape, mark, size))),
      pen,
    );
  return shown.map(({ x, y, point }) => {
    const marker = shapeView(index, point.estimate);
    const spot = inPath({ x, y }, pen);
    return pen
      ? movedView(spot.x, spot.y, marker)
      : svg`<svg x=${across(x, pen)} y=${down(y, pen)} overflow="visible">${marker}</svg>`;
  });
}
