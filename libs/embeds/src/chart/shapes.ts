import { svg } from '../markup.ts';
import { dotted } from './line.ts';
import { across, down, inPath, movedView, type Pen } from './pen.ts';
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

/** Draws the marker of a series at the origin. */
export const shapeView = (index: number, estimate: boolean) =>
  svg`<path class=${estimate ? 'marker estimate' : 'marker'} d=${shapes[index % shapes.length]} />`;

/** Draws a marker at each mark that has room for one. */
export const shapesView = (index: number, marks: readonly Mark[], size?: Size, pen?: Pen) =>
  dotted(marks, size).map(({ x, y, point }) => {
    if (index % shapes.length === 0)
      return svg`<circle class=${point.estimate ? 'marker estimate' : 'marker'} cx=${across(x, pen)} cy=${down(y, pen)} r="3.5" />`;
    const shape = shapeView(index, point.estimate);
    const spot = inPath({ x, y }, pen);
    return pen
      ? movedView(spot.x, spot.y, shape)
      : svg`<svg x=${across(x, pen)} y=${down(y, pen)} overflow="visible">${shape}</svg>`;
  });
