import { html, nothing } from 'lit';
import type { Source } from '../data.ts';
import { plainText } from '../text.ts';
import { dayView, nameView, sourceView } from './views.ts';

const MAX_QUOTE = 400;

/** Returns whether more is known about a source than its address. */
export const isCited = ({ headline, quote }: Source) => headline !== undefined || quote !== undefined;

/** A source with what is known about it: its headline, publication and quote. */
export const citedView = (source: Source) =>
  html`${sourceView(source.headline === undefined ? source : { ...source, title: source.headline })}${
    source.publication === undefined || source.headline === undefined
      ? nothing
      : html`, ${nameView(source.publication, 80)}`
  }${source.quote === undefined ? nothing : html` <q dir="auto">${plainText(source.quote, MAX_QUOTE)}</q>`}`;

/** How one value is known: its words, its day and its source. */
export const provenanceView = (words: string, date: string, source: Source | null) =>
  html`<strong>${words}</strong> ${dayView(date)}. ${source ? citedView(source) : 'Source not given'}`;
