/** The size of a plot in pixels. */
export type Size = { width: number; height: number };
type Spot = { x: number; y: number };
export type Box = { left: number; right: number; top: number; bottom: number };

/**
 * A text `length` pixels long, for a mark at `x` and `y` percent of the plot. `sides` are the allowed vertical offsets
 * of the text's middle from the mark, in pixels, best first. `dx` is the horizontal offset.
 */
export type Label = Spot & {
  dx: number;
  length: number;
  sides: readonly number[];
  /** Further horizontal offsets to try, for labels beside a steep line. */
  shifts?: readonly number[];
  /** The index of its dataset. */
  lane: number;
};
/** Where a label goes: the offsets of its middle from its mark, in pixels. */
type Offset = { dx: number; dy: number };

/** What labels should not cover, in percent of the plot: half a line between two marks, or a column. */
export type Obstacle = { lane: number } & ({ from: Spot; to: Spot } | { box: Box });

const HEIGHT = 16;
/** The minimum plot heights in pixels, in low frames and in others. Labels that fit these fit every larger plot. */
export const MIN_HEIGHT_LOW_FRAME = 140;
export const MIN_HEIGHT = 200;
/** Frames below this height, in pixels, are low. */
export const LOW_FRAME = 560;
/** Pixels that labels may extend above the plot. Below it is the axis. */
const MAX_ABOVE = 24;
/** Pixels by which labels may extend beyond the plot's sides. The labels of the axis are on the left. */
const MAX_LEFT = 3.5;
const MAX_RIGHT = 18.5;

function boxOf({ x, y, length }: Label, { dx, dy }: Offset, { width, height }: Size): Box {
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

/** Returns true if a line passes through a box (Liang and Barsky, 1984). */
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
  // Rounds as `boxOf` does, so a line that ends at a mark meets its label's box on every plot.
  const spot = ({ x, y }: Spot) => ({ x: (x / 100) * width, y: (y / 100) * height });
  if ('box' in obstacle) {
    const { left, right, top, bottom } = obstacle.box;
    const [from, to] = [spot({ x: left, y: top }), spot({ x: right, y: bottom })];
    return overlap(box, { left: from.x, right: to.x, top: from.y, bottom: to.y });
  }
  return crosses(spot(obstacle.from), spot(obstacle.to), box);
}

/** Returns true for the label's own column, and for the halves of its line that start at its mark. */
function isOwn(obstacle: Obstacle, { lane, x, y }: Label): boolean {
  if (obstacle.lane !== lane) return false;
  if ('box' in obstacle) return obstacle.box.left <= x && x <= obstacle.box.right;
  return obstacle.from.x === x && obstacle.from.y === y;
}

/** Slices of the plot's width by which obstacles are found. */
const SLICES = 128;

/**
 * Returns a function that finds the obstacles between two positions in percent of the width. Charts have thousands, and
 * a label is near a few.
 */
function finder(obstacles: readonly Obstacle[]): (left: number, right: number) => readonly Obstacle[] {
  const slices = Array.from({ length: SLICES }, (): number[] => []);
  const sliceAt = (x: number) => Math.min(SLICES - 1, Math.max(0, Math.floor((x / 100) * SLICES)));
  obstacles.forEach((obstacle, i) => {
    const [a, b] =
      'box' in obstacle ? [obstacle.box.left, obstacle.box.right] : [obstacle.from.x, obstacle.to.x];
    for (let slice = sliceAt(Math.min(a, b)); slice <= sliceAt(Math.max(a, b)); slice += 1)
      slices[slice]!.push(i);
  });
  return (left, right) =>
    [...new Set(slices.slice(sliceAt(left), sliceAt(right) + 1).flat())].map((i) => obstacles[i]!);
}

/**
 * Rates a position: 0 is free, 1 touches the label's own line or column, 2 has a line between mark and text, 3 touches
 * another line or column, 4 is outside the plot.
 * @param find returns the obstacles between two positions in percent of the width
 */
function badness(label: Label, offset: Offset, find: ReturnType<typeof finder>, size: Size): number {
  const box = boxOf(label, offset, size);
  if (box.top < -MAX_ABOVE || box.bottom > size.height) return 4;
  if (box.left < -MAX_LEFT || box.right > size.width + MAX_RIGHT) return 4;
  const mark = (label.y / 100) * size.height;
  // On a larger plot, a line between the mark and the text would reach the text.
  const reach = { ...box, top: Math.min(box.top, mark), bottom: Math.max(box.bottom, mark) };
  const obstacles = find((box.left / size.width) * 100, (box.right / size.width) * 100);
  const others = obstacles.filter((obstacle) => !isOwn(obstacle, label));
  if (others.some((obstacle) => touches(obstacle, box, size))) return 3;
  if (others.some((obstacle) => !('box' in obstacle) && touches(obstacle, reach, size))) return 2;
  return obstacles.some((obstacle) => touches(obstacle, box, size)) ? 1 : 0;
}

/**
 * Returns the labels that fit a plot, as a map from index to offset. Labels overlap neither each other nor `taken`, the
 * boxes of other texts in pixels. Earlier labels have priority. All but the first `needed` also touch no line or column
 * and stay inside the plot.
 */
export function placeable(
  labels: readonly Label[],
  size: Size,
  {
    obstacles = [],
    needed = 0,
    taken = [],
  }: { obstacles?: readonly Obstacle[]; needed?: number; taken?: readonly Box[] } = {},
): Map<number, Offset> {
  const find = finder(obstacles);
  const placed = new Map<number, Offset>();
  const boxes: Box[] = [...taken];
  labels.forEach((label, i) => {
    const free = [label.dx, ...(label.shifts ?? [])]
      .flatMap((dx) => label.sides.map((dy): Offset => ({ dx, dy })))
      .map((offset) => ({ offset, box: boxOf(label, offset, size) }))
      .filter(({ box }) => !boxes.some((other) => overlap(other, box)))
      .map(({ offset, box }) => ({ offset, box, bad: badness(label, offset, find, size) }))
      .filter(({ bad }) => bad === 0 || i < needed)
      .sort((a, b) => a.bad - b.bad);
    const best = free[0];
    if (!best) return;
    boxes.push(best.box);
    placed.set(i, best.offset);
  });
  return placed;
}

/** A label of a series. `newerValues` counts the values after its own. */
export type SeriesLabel = Label & { hasPriority: boolean; newerValues: number };

/**
 * Returns the labels that fit, as `placeable` does. Of the labels without priority, it returns all, every second, every
 * fourth and so on, counted from the newest, as many as have room. Irregular gaps would look like mistakes.
 */
export function placeableInTurn(
  labels: readonly SeriesLabel[],
  size: Size,
  options: Parameters<typeof placeable>[2],
): Map<number, Offset> {
  const priorities = labels.filter(({ hasPriority }) => hasPriority);
  /** A label beside one with priority may be left out: there is no gap. */
  const isBeside = (label: SeriesLabel) =>
    priorities.some(
      (other) => (Math.abs(other.x - label.x) / 100) * size.width < (other.length + label.length) / 2,
    );
  for (let step = 1; ; step *= 2) {
    const tried = [...labels.keys()].filter(
      (i) => labels[i]!.hasPriority || labels[i]!.newerValues % step === 0,
    );
    const places = placeable(
      tried.map((i) => labels[i]!),
      size,
      options,
    );
    if (tried.every((i, k) => places.has(k) || labels[i]!.hasPriority || isBeside(labels[i]!)))
      return new Map([...places].map(([k, offset]) => [tried[k]!, offset]));
  }
}
