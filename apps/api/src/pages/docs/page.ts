import type { Markup } from '@dossier/pages';
import type { Section } from './markdown.ts';

/** A page of the documentation. */
export interface DocPage {
  /** Its path below `/docs`. */
  path: string;
  title: string;
  /** What it is about, in a few words. */
  about: string;
  /** Its heading in the navigation; undefined for pages that only other pages link to. */
  group: string | undefined;
  /** The page of the navigation that links to it, if the navigation does not. */
  parent?: string;
  view: () => Markup;
  /** The page as Markdown; undefined for shapes, which the pages of operations spell out, and for the changelog. */
  markdown: (() => string) | undefined;
  /** What search finds. */
  sections: () => Section[];
  /** How much its words count in search: a guide says how, and operations repeat the words of each other. */
  weight: number;
}
