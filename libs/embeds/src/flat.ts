type Room = { width: number; height: number };
/** Where tags are: the size that percentages refer to, and the scale of paths. */
type Place = Room & { scale: readonly [x: number, y: number] };

const across = new Set(['x', 'x1', 'x2', 'cx', 'dx', 'width']);
const down = new Set(['y', 'y1', 'y2', 'cy', 'dy', 'height']);
/** Attributes that the flat form has no need of. */
const dropped = new Set(['vector-effect', 'preserveAspectRatio', 'viewBox', 'overflow']);

const rounded = (value: number) => String(Number(value.toFixed(2)));

/** Returns a length in pixels. A percentage refers to `whole`. */
const pixels = (text: string, whole: number) =>
  text.endsWith('%') ? (Number.parseFloat(text) / 100) * whole : Number.parseFloat(text);

/** Scales a path of moves and straight lines. Its numbers become absolute, so that rounding errors do not add up. */
function scaledPath(path: string, [x, y]: Place['scale']): string {
  const at = [0, 0];
  return path.replaceAll(/([MLHVlhv])([^A-Za-z]*)/g, (_, given: string, numbers: string) => {
    const command = given.toUpperCase();
    const axes = command === 'H' ? [0] : command === 'V' ? [1] : [0, 1];
    const list = numbers.split(/[\s,]+/).filter((number) => number !== '');
    const scaled = list.map((number, i) => {
      const axis = axes[i % axes.length]!;
      at[axis] = Number(number) + (command === given ? 0 : at[axis]!);
      return rounded(at[axis] * [x, y][axis]!);
    });
    return command + scaled.join(',');
  });
}

const attributesOf = (text: string) =>
  [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!] as const);

const written = (attributes: readonly (readonly [string, string])[]) =>
  attributes.map(([name, value]) => ` ${name}="${value}"`).join('');

/** Opens a nested drawing: returns the group that replaces it, and the place inside. */
function opened(attributes: readonly (readonly [string, string])[], outer: Place): [string, Place] {
  const given = Object.fromEntries(attributes);
  const [x, y] = [pixels(given['x'] ?? '0', outer.width), pixels(given['y'] ?? '0', outer.height)];
  const width = pixels(given['width'] ?? '100%', outer.width);
  const height = pixels(given['height'] ?? '100%', outer.height);
  const kept = attributes.filter(([name]) => !across.has(name) && !down.has(name) && !dropped.has(name));
  const group = written(
    x === 0 && y === 0 ? kept : [...kept, ['transform', `translate(${rounded(x)} ${rounded(y)})`]],
  );
  const [, , boxWidth, boxHeight] = (given['viewBox'] ?? '').split(/[\s,]+/).map(Number);
  if (!boxWidth || !boxHeight) return [group, { width, height, scale: outer.scale }];
  // Stretched to its size: `preserveAspectRatio="none"`.
  return [group, { width: boxWidth, height: boxHeight, scale: [width / boxWidth, height / boxHeight] }];
}

function flatAttribute(name: string, value: string, { width, height, scale }: Place): [string, string][] {
  if (dropped.has(name)) return [];
  if (name === 'd') return [[name, scale[0] === 1 && scale[1] === 1 ? value : scaledPath(value, scale)]];
  if (!value.endsWith('%') || (!across.has(name) && !down.has(name))) return [[name, value]];
  return [[name, rounded(pixels(value, across.has(name) ? width : height))]];
}

const snapped = (value: string) => String(Math.round(Number(value) - 0.5) + 0.5);

/** Moves a horizontal or vertical line to the middle of a pixel, where a stroke of one pixel is sharp. */
function onPixels(attributes: [string, string][]): [string, string][] {
  const given = Object.fromEntries(attributes);
  const level = (['x', 'y'] as const).filter((axis) => given[`${axis}1`] === given[`${axis}2`]);
  return attributes.map(([name, value]) =>
    level.some((axis) => name === `${axis}1` || name === `${axis}2`) ? [name, snapped(value)] : [name, value],
  );
}

/**
 * Rewrites a drawing of ours in plain pixels: percentages are resolved, nested drawings become groups, and stretched
 * boxes become scaled paths. Browsers draw both forms alike, but other programs (Inkscape, librsvg, resvg, mail
 * clients) do not know `vector-effect`, and some resolve percentages against the whole file.
 */
export function flatten(markup: string, room: Room): string {
  const places: Place[] = [{ ...room, scale: [1, 1] }];
  return markup.replaceAll(
    /<(\/?)([a-z]+)((?:\s+[\w-]+="[^"]*")*)\s*(\/?)>/g,
    (_, end: string, tag: string, text: string, empty: string) => {
      const place = places.at(-1)!;
      if (tag !== 'svg') {
        const flat = attributesOf(text).flatMap(([name, value]) => flatAttribute(name, value, place));
        const attributes = tag === 'line' ? onPixels(flat) : flat;
        return `<${end}${tag}${written(attributes)}${empty}>`;
      }
      if (end) {
        places.pop();
        return '</g>';
      }
      const [group, inside] = opened(attributesOf(text), place);
      if (!empty) places.push(inside);
      return `<g${group}${empty}>`;
    },
  );
}
