import { BROAD } from '../chart/ends.ts';
import type { Size } from '../chart/labels.ts';
import { percent, type Spot } from '../chart/pen.ts';
import type { Markup } from '../text/markup.ts';

/** A text that a reading changes, or a link. Without an address, the link is a plain text. */
type ReadingText = string | { text: string; href: string | undefined };

/** What the script needs of a chart. Everything is computed when it is asked for, and for one position only. */
export type Readable = {
  /** The positions that can be selected, from left to right. */
  stops: readonly Pick<Spot, 'x'>[];
  /** The label of the slider that keyboards and screen readers use. */
  label: string;
  /** Returns the stop nearest to a position in percent of a plot of this size, if stops are not read by their place from the left. */
  near?(x: number, y: number, size: Size): number;
  /** Describes a stop to a screen reader. */
  words(stop: number): string;
  /** Returns the texts that a reading changes. Their elements have the key in `data-t`. */
  texts(stop: number | undefined): Readonly<Record<string, ReadingText>>;
  /** The width of a slot of a column chart, in percent. A reading shades it. */
  slot?: number | undefined;
  /** The marks of a stop: where rings are drawn, and by which dataset. */
  rings(stop: number): readonly (Spot & { lane: number; colour: string })[];
  /** Returns where the values of a stop come from, if it is known. A click on the stop shows it. */
  origin?(stop: number): Markup | undefined;
  /** Writes a value of the table in full. Its tooltip shows it. */
  exact?(value: number): string;
  /** Draws the inside of the plot, and of the ends of its lines, for the size and for their width, in pixels. Without it, the drawing fits any size. */
  draw?(size: Size, ends: number): { plot: Markup; ends?: Markup | undefined };
};

/** A pointer within so many percent of the plot's height from a mark points at its line. */
const CLOSE = 6;
/** A pointer that rests for this time, in milliseconds, highlights a line. One that moves on changes no line. */
const REST_MS = 100;

/** Returns the index of the stop nearest to a horizontal position. */
export function nearest(stops: readonly Pick<Spot, 'x'>[], x: number): number {
  let [low, high] = [0, stops.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stops[middle]!.x < x) low = middle + 1;
    else high = middle;
  }
  return low > 0 && x - stops[low - 1]!.x < stops[low]!.x - x ? low - 1 : low;
}

/** The distance to the left of the plot, in pixels, at which nothing is visible. */
const AWAY = 100;

/** Returns how many times larger than usual the reader's text is. */
const textScale = () => Math.max(1, parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);

const create = (className: string) => Object.assign(document.createElement('div'), { className });

/** Moves a layer, and nothing else: its own size stays as it is. */
const moveTo = (element: HTMLElement, x: number, y: number) => {
  element.style.transform = `translate(${x}px,${y}px)`;
};

/** Changes what differs. Text nodes and elements that stay cost the browser less than new ones. */
function write(element: Element, content: ReadingText): void {
  const { text, href } = typeof content === 'string' ? { text: content } : content;
  const [node] = element.childNodes;
  if (!(node instanceof Text)) element.textContent = text;
  else if (node.data !== text) node.data = text;
  if (typeof content === 'string' || (element.getAttribute('href') ?? undefined) === href) return;
  if (href === undefined) element.removeAttribute('href');
  else element.setAttribute('href', href);
}

/** Adds tooltips with the exact values to an opened table, if they have more digits. */
function exactValues(table: Element, chart: Readable): void {
  for (const cell of table.querySelectorAll<HTMLElement>('[data-v]')) {
    const all = chart.exact?.(Number(cell.dataset['v'])) ?? '';
    if (all !== cell.lastChild?.textContent?.trim()) cell.title = all;
  }
}

/**
 * Lets pointers and keyboards read a chart that is drawn already, and draws it again for its real size, whenever that
 * changes. A reading changes the texts that name it, a rule and rings; it moves nothing. Returns a function that stops.
 */
export function readChart(root: ParentNode, chart: Readable): () => void {
  const { stops } = chart;
  const plot = root.querySelector<HTMLElement>('.plot');
  if (!plot || stops.length === 0) return () => undefined;
  const figure = plot.parentElement!;
  const drawing = plot.querySelector<SVGElement>(':scope > svg')!;
  const allEnds = [...figure.querySelectorAll<SVGElement>('.ends > svg + svg')];
  const cursor = create('cursor');
  cursor.setAttribute('aria-hidden', 'true');
  // Everything at the read position is one layer, which moves across the plot.
  const layer = cursor.appendChild(create('layer'));
  const slider = Object.assign(document.createElement('input'), {
    className: 'reader',
    type: 'range',
    dir: 'ltr',
    min: '0',
    max: String(stops.length - 1),
  });
  slider.setAttribute('aria-label', chart.label);
  const card = Object.assign(document.createElement('div'), { className: 'origin', hidden: true });
  card.setAttribute('role', 'status');
  const { slot } = chart;
  const place = layer.appendChild(create(slot === undefined ? 'rule' : 'slot'));
  if (slot !== undefined) place.style.width = percent(slot);
  const rings: HTMLElement[] = [];
  let spots: ReturnType<Readable['rings']> = [];
  let size: Size | undefined;
  let at: number | undefined;
  let lane: string | undefined;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const parts = new Map<string, Element[]>();
  let lanes: Element[] = [];
  const findParts = () => {
    lanes = [...root.querySelectorAll('[data-lane]')];
    parts.clear();
    for (const element of root.querySelectorAll('[data-t]')) {
      const key = element.getAttribute('data-t')!;
      parts.set(key, [...(parts.get(key) ?? []), element]);
    }
  };

  /** Lets the slider tell what is read. Pointers need it as little as readers who see need its words. */
  const tell = () => {
    const stop = at ?? stops.length - 1;
    slider.value = String(stop);
    slider.setAttribute('aria-valuetext', chart.words(stop));
  };
  const show = () => {
    for (const [key, text] of Object.entries(chart.texts(at))) {
      for (const element of parts.get(key) ?? []) write(element, text);
    }
    if (slider.matches(':focus')) tell();
    if (at === undefined) return cursor.remove();
    // Asking for the size is needed only before the observer has reported it.
    size ??= { width: plot.clientWidth, height: plot.clientHeight };
    const { width, height } = size;
    const left = (of: number) => (of / 100) * width;
    const { x } = stops[at]!;
    const across = slot === undefined ? Math.round(left(x)) : left(x - slot / 2);
    moveTo(layer, across, 0);
    spots = chart.rings(at);
    while (rings.length < spots.length) rings.push(layer.appendChild(create('reading')));
    rings.forEach((ring, i) => {
      const spot = spots[i];
      // A ring that is not needed moves out of sight: removing it would lay out the others again.
      if (!spot) return moveTo(ring, -across - AWAY, 0);
      moveTo(ring, left(spot.x) - across, (spot.y / 100) * height);
      if (ring.dataset['colour'] === spot.colour) return;
      ring.dataset['colour'] = spot.colour;
      ring.style.color = spot.colour;
    });
    if (!cursor.parentNode) drawing.after(cursor);
  };
  /** Highlights one dataset. */
  const point = (to: string | undefined) => {
    clearTimeout(resting);
    if (to === lane) return;
    lane = to;
    for (const element of lanes)
      element.classList.toggle('dim', to !== undefined && element.getAttribute('data-lane') !== to);
  };
  const close = () => {
    if (!card.hidden) card.hidden = true;
  };
  const go = (to: number | undefined) => {
    if (to === at) return;
    at = to;
    close();
    show();
  };
  /** Highlights the dataset of the nearest mark of the reading, if it is close to `y`, once the pointer rests. */
  const aim = (y: number) => {
    if (lanes.length === 0) return;
    clearTimeout(resting);
    const [near] = spots
      .filter((spot) => Math.abs(spot.y - y) < CLOSE)
      .sort((a, b) => Math.abs(a.y - y) - Math.abs(b.y - y));
    const to = near && String(near.lane);
    if (to !== lane) resting = setTimeout(point, REST_MS, to);
  };
  const open = () => {
    const origin = chart.origin?.(at ?? stops.length - 1);
    if (!origin) return;
    card.innerHTML = origin.text;
    card.hidden = false;
  };
  const move = (event: PointerEvent) => {
    // An open card keeps its reading, so that a mouse can reach its link.
    if (!card.hidden && (event.type === 'pointermove' || card.contains(event.target as Node))) return;
    const box = plot.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return;
    const y = ((event.clientY - box.top) / box.height) * 100;
    const x = ((event.clientX - box.left) / box.width) * 100;
    go(chart.near?.(x, y, box) ?? nearest(stops, x));
    aim(y);
  };
  const leave = ({ pointerType }: PointerEvent) => {
    // A lifted finger keeps the reading.
    if (pointerType !== 'mouse') return;
    close();
    go(undefined);
    point(undefined);
  };
  const over = ({ target }: Event) => {
    const key = target instanceof Element ? target.closest('.end, .keys li') : null;
    if (key) point(key.getAttribute('data-lane') ?? undefined);
  };
  const out = () => point(undefined);

  const done = new AbortController();
  const { signal } = done;
  for (const type of ['pointermove', 'pointerdown'] as const) plot.addEventListener(type, move, { signal });
  plot.addEventListener('pointerleave', leave, { signal });
  for (const keys of root.querySelectorAll('.ends, .keys')) {
    keys.addEventListener('pointerover', over, { signal });
    keys.addEventListener('pointerleave', out, { signal });
  }
  slider.addEventListener('focus', tell, { signal });
  slider.addEventListener('input', () => go(Number(slider.value)), { signal });
  plot.addEventListener('click', ({ target }) => card.contains(target as Node) || open(), { signal });
  plot.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (plot.contains(relatedTarget as Node | null)) return;
      card.hidden = true;
      go(undefined);
    },
    { signal },
  );
  plot.addEventListener(
    'keydown',
    ({ key, target }) => {
      if (key === 'Enter' && target === slider) open();
      if (key !== 'Escape') return;
      if (card.hidden) go(undefined);
      card.hidden = true;
    },
    { signal },
  );
  const details = root.querySelector('details');
  details?.addEventListener('toggle', () => exactValues(details, chart), { signal });
  plot.prepend(slider);
  plot.append(card);
  findParts();
  tell();
  show();

  /** Enlarges the texts of the drawings with the other texts. The plot keeps its size. */
  const enlarge = () => {
    const scale = chart.draw ? textScale() : 1;
    for (const svg of figure.querySelectorAll<SVGElement>(':scope > svg, :scope > * > svg'))
      svg.style.zoom = String(scale);
    return scale;
  };
  let drawn = '';
  const observer = new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect;
    size = { width: Math.round(width), height: Math.round(height) };
    const scale = enlarge();
    const now = [size.width, size.height, scale].join();
    if (size.width === 0 || size.height === 0 || drawn === now || !chart.draw) return;
    drawn = now;
    // A broad widget has a column of its own for whole names.
    const ends = allEnds.at(figure.clientWidth < BROAD.from ? 0 : -1);
    const made = chart.draw(
      { width: size.width / scale, height: size.height / scale },
      Number(ends?.getAttribute('width')),
    );
    drawing.innerHTML = made.plot.text;
    if (ends) {
      ends.innerHTML = made.ends?.text ?? '';
      figure.parentElement!.classList.toggle('crowded', !made.ends);
    }
    lane = undefined;
    findParts();
    show();
  });
  enlarge();
  observer.observe(plot);
  return () => {
    observer.disconnect();
    done.abort();
    clearTimeout(resting);
    cursor.remove();
    slider.remove();
    card.remove();
  };
}
