import { html, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';

/** A position that can be selected, in percent of the plot from the left and from the top, and its description. */
export type Stop = { x: number; y: number; words: string };

/** Returns the index of the nearest stop, by horizontal then vertical distance. `stops` must not be empty. */
function nearest(stops: readonly Stop[], x: number, y: number): number {
  const distances = stops.map((stop) => [Math.abs(stop.x - x), Math.abs(stop.y - y)] as const);
  return distances.reduce((best, [across, down], i) => {
    const [bestAcross, bestDown] = distances[best]!;
    return across < bestAcross || (across === bestAcross && down < bestDown) ? i : best;
  }, 0);
}

/**
 * Selects the points of a chart by pointer or keyboard. Keyboards and screen readers use a native slider over the plot,
 * which is absent until the script runs.
 */
export class Reader implements ReactiveController {
  /** The index of the selected stop, or undefined if none is selected. */
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

  /** Selects the stop nearest to the pointer. The event's current target is the plot. */
  point(event: PointerEvent, stops: readonly Stop[]): void {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return;
    const x = ((event.clientX - box.left) / box.width) * 100;
    const y = ((event.clientY - box.top) / box.height) * 100;
    this.go(nearest(stops, x, y));
  }

  /** Clears the selection when the mouse leaves. A lifted finger keeps it. */
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
