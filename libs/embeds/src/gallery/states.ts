import type { Look } from '../inputs/options.ts';
import { widgets, type Kind, type Widget } from '../widgets/index.ts';
import type { Sample } from '../widgets/widget.ts';

/** A widget in one of its states, drawn from example data. `id` is a segment of its address. */
export type State = {
  id: string;
  title: string;
  widget: Widget;
  look: Look;
  /** The query parameters that request this state. */
  query: Record<string, string>;
  screens: Sample<never>['screens'];
};

/** Every widget in each of its states. The first state of a kind is the usual one. */
export const states: readonly State[] = widgets.flatMap(({ kind, gallery }) =>
  gallery.samples.map(({ name, title, data, look = {}, query = look, screens }) => ({
    id: name === undefined ? kind : `${kind}-${name}`,
    title,
    widget: { kind, data } as Widget,
    look,
    query,
    screens,
  })),
);

/** What the gallery and the builder call a kind of widget, and the path that partners request it from. */
export type Family = { kind: Kind; title: string; about: string; path: string };

/** The name of every kind of widget, in the order of the gallery. */
export const families: readonly Family[] = widgets.map(({ kind, gallery: { title, about, path } }) => ({
  ...{ kind, title, about, path },
}));
