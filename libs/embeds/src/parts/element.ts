import type { CSSResult } from 'lit';
import type { Pair } from '../chart/colour.ts';
import type { Markup } from '../text/markup.ts';
import type { Readable } from './reader.ts';

/** What a widget is given besides its data. */
export type Given = {
  /** The address of the widget's page, for links to the data. */
  address: string | null;
  /** The address that paths of logos belong to, of an element on another site. */
  home?: string | null;
  /** The backgrounds of a light and of a dark page in hex, if they are not the palette's. */
  papers?: Pair | undefined;
};

/** What a widget looks like: its style sheets, its contents, and the charts in them that pointers and keyboards read. */
export type Face<Data> = {
  styles: CSSResult[];
  view(data: Data, given: Given): Markup;
  /** @param root what contains the contents */
  read?(data: Data, root: ParentNode, papers: Pair | undefined): (readonly [ParentNode, Readable])[];
};
