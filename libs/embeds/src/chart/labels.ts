/** The plot's, in pixels. */
export type Size = { width: number; height: number };
type Spot = { x: number; y: number };
type Box = { left: number; right: number; top: number; bottom: number };

/**
 * A text `length` pixels long at a mark, which is at `x` and `y` percent of the plot. `sides` are the places that
 * it may take, the best first: pixels from the mark down to the text's middle. `dx` is how far it moves across.
 */
export type Label = Spot & { dx: number; length: number; sides: readonly number[]; lane: number };

/** What labels should leave free, in percent of the plot: lines from a mark half the way to the next, and columns. */
export type Obstacle = { lane: number } & ({ from: Spot; to: Spot } | { box: Box });

const HEIGHT = 16;
/** The least heights of a plot in low frames and in others, in pixels: labels clear of each other there are so on all. */
export const LOWEST = 140;
export const LEAST_HEIGHT = 200;
/** Pixels of the height of a frame from which it is not a low one. */
export const LOW_FRAME = 560;
/** Pixels that labels may stand out of the plot at its top. Its bottom is the axis. */
const ABOVE = 22;

function boxOf({ x, y, dx, length }: Label, dy: number, { width, height }: Size): Box {
  const [centre, middle] = [(x / 100) * width + dx, (y / 100) * height + dy];
  return {
    left: centre - length / 2,
    right: centre + length / 2,
    top: middle - HEIGHT / 2,
    bottom: middle + HEIGHT / 2,
  };
}

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Whether a line passes through a box (Liang and Barsky, 1984). */
export function crosses(from: Spot, to: Spot, { left, right, top, bottom }: Box): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [enters, leaves] = [0, 1];
  for (const [step, room] of [
    [-dx, from.x - left],
    [dx, right - from.x],
    [-dy, from.y - top],
    [dy, bottom - from.y],
  ] as const) {
    if (step === 0 && room < 0) return false;
    if (step < 0) enters = Math.max(enters, room / step);
    if (step > 0) leaves = Math.min(leaves, room / step);
  }
  return enters < leaves;
}

function touches(obstacle: Obstacle, box: Box, { width, height }: Size): boolean {
  // Calculated as the mark's own place is, so that a line that ends at the mark ends at it on every plot.
  const spot = ({ x, y }: Spot) => ({ x: (x / 100) * width, y: (y / 100) * height });
  if ('box' in obstacle) {
    const { left, right, top, bottom } = obstacle.box;
    const [from, to] = [spot({ x: left, y: top }), spot({ x: right, y: bottom })];
    return overlap(box, { left: from.x, right: to.x, top: from.y, bottom: to.y });
  }
  return crosses(spot(obstacle.from), spot(obstacle.to), box);
}

/** The label's own column, and the halves next to its mark of its own lines: each line is given as two halves. */
function isOwn(obstacle: Obstacle, { lane, x, y }: Label): boolean {
  if (obstacle.lane !== lane || 'box' in obstacle) return obstacle.lane === lane;
  return obstacle.from.x === x && obstacle.from.y === y;
}

/** How bad a place is: 2 and more where the text would stand on what belongs to another, or beyond it. */
function badness(label: Label, dy: number, obstacles: readonly Obstacle[], size: Size): number {
  const box = boxOf(label, dy, size);
  if (box.top < -ABOVE || box.bottom > size.height) return 4;
  const mark = (label.y / 100) * size.height;
  // A line between mark and text would run into the text on a larger plot.
  const reach = { ...box, top: Math.min(box.top, mark), bottom: Math.max(box.bottom, mark) };
  const others = obstacles.filter((obstacle) => !isOwn(obstacle, label));
  if (others.some((obstacle) => touches(obstacle, box, size))) return 3;
  if (others.some((obstacle) => touches(obstacle, reach, size))) return 2;
  return obstacles.some((obstacle) => touches(obstacle, box, size)) ? 1 : 0;
}

/**
 * The labels that can stand on a plot of the given size, by their index, with their side: on no other label, and on
 * or beyond nothing that belongs to another lane, which it would be taken for. Those that come first have the right of way; the first `needed` of them
 * also stand where the place is bad.
 */
export function placeable(
  labels: readonly Label[],
  size: Size,
  { obstacles = [], needed = 0 }: { obstacles?: readonly Obstacle[]; needed?: number } = {},
): Map<number, number> {
  const placed = new Map<number, number>();
  const boxes: Box[] = [];
  labels.forEach((label, i) => {
    const free = label.sides
      .filter((dy) => !boxes.some((box) => overlap(box, boxOf(label, dy, size))))
      .map((dy) => ({ dy, bad: badness(label, dy, obstacles, size) }))
      .filter(({ bad }) => bad < 2 || i < needed)
      .sort((a, b) => a.bad - b.bad);
    const best = free[0];
    if (!best) return;
    boxes.push(boxOf(label, best.dy, size));
    placed.set(i, best.dy);
  });
  return placed;
}
