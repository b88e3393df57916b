import { html } from '../../text/markup.ts';
import type { Point } from '../../inputs/data.ts';
import { nameView, titleView } from '../../parts/views.ts';
import { phrase } from '../../words/say.ts';
import type { ValuationData } from './data.ts';
import { subtitleWords } from './words.ts';

// The heading of the chart and of the table.

export const headingView = (data: ValuationData) =>
  titleView(data, phrase('{company} valuation', { company: nameView(data.company.name) }));

export const subtitleView = (data: ValuationData, points: readonly Point[]) =>
  points.length === 0 ? undefined : html`<p class="subtitle">${subtitleWords(data, points)}</p>`;
