/** A text of `length` pixels; its middle is at `x` and `y` percent of the plot, and `dx` and `dy` pixels from there. */
export type Label = { x: number; y: number; dx: number; dy: number; length: number };

const HEIGHT = 16;
/** The least height of a plot that fits its page, in pixels: labels clear of each other on it are so on all. */
export const LEAST_HEIGHT = 200;

/** The plot's, in pixels. */
export type Size = { width: number; height: number };

function boxOf({ x, y, dx, dy, length }: Label, { width, height }: Size) {
  const [centre, middle] = [(x / 100) * width + dx, (y / 100) * height + dy];
  return {
    left: centre - length / 2,
    right: centre + length / 2,
    top: middle - HEIGHT / 2,
    bottom: middle + HEIGHT / 2,
  };
}

/**
 * The labels that can stand on a plot of the given size without touching, by their index. Those that come first
 * have the right of way.
 */
export function placeable(labels: readonly Label[], size: Size): Set<number> {
  const placed = new Set<number>();
  const boxes: ReturnType<typeof boxOf>[] = [];
  labels.forEach((label, i) => {
    const a = boxOf(label, size);
    if (boxes.some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom))
      return;
    boxes.push(a);
    placed.add(i);
  });
  return placed;
}
