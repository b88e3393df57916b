import { widgets, type Kind } from '../widgets/index.ts';

/** What the gallery and the builder call a kind of widget, and the path that partners request it from. */
export type Family = { kind: Kind; title: string; about: string; path: string };

/** The name of every kind of widget, in the order of the gallery. */
export const families: readonly Family[] = widgets.map(({ kind, gallery: { title, about, path } }) => ({
  kind,
  title,
  about,
  path,
}));
