import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';

/** A place that can be read: percent of the plot from the left and from the top, and its words. */
export type Stop = { x: number; y: number; words: string };

/** The stop nearest to a place: first by the distance across, then up and down. `stops` is not empty. */
function nearest(stops: readonly Stop[], x: number, y: number): number {
  const distances = stops.map((stop) => [Math.abs(stop.x - x), Math.abs(stop.y - y)] as const);
  return distances.reduce((best, [across, down], i) => {
    const [bestAcross, bestDown] = distances[best]!;
    return across < bestAcross || (across === bestAcross && down < bestDown) ? i : best;
  }, 0);
}

/**
 * Reads the points of a chart one by one with a pointer or with the keyboard. Until script runs there is nothing
 * of it in the page. The keyboard and the screen reader get a slider of the browser's own, laid over the plot.
 */
export class Reader implements ReactiveController {
  /** The index of the stop that is read, or undefined before the reader has moved. */
  at: number | undefined;
  private live = false;

  constructor(private host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostUpdated(): void {
    if (this.live) return;
    this.live = true;
    this.host.requestUpdate();
  }

  private go(at?: number): void {
    if (at === this.at) return;
    this.at = at;
    this.host.requestUpdate();
  }

  /** The listener of the plot's box. */
  point(event: PointerEvent, stops: readonly Stop[]): void {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return;
    const x = ((event.clientX - box.left) / box.width) * 100;
    const y = ((event.clientY - box.top) / box.height) * 100;
    this.go(nearest(stops, x, y));
  }

  /** The end of a reading, when the mouse leaves; the finger that is lifted leaves it to be read. */
  readonly leave = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') this.go();
  };

  view(stops: readonly Stop[]) {
    if (!this.live) return nothing;
    const at = this.at ?? stops.length - 1;
    return html`<input
      class="reader"
      type="range"
      dir="ltr"
      min="0"
      max=${stops.length - 1}
      .value=${String(at)}
      aria-label="Read the values one by one"
      aria-valuetext=${stops[at]?.words ?? ''}
      @blur=${() => this.go()}
      @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && this.go()}
      @input=${(event: InputEvent) => this.go(Number((event.currentTarget as HTMLInputElement).value))}
    />`;
  }
}
