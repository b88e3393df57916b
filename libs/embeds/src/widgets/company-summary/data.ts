import type * as z from 'zod/mini';
import type { Figure } from '../../inputs/data.ts';
import { pinnedDays } from '../../inputs/pin.ts';
import type { companySummaryData } from './schema.ts';

export type CompanySummaryData = z.infer<typeof companySummaryData>;

/** Drops a figure without a day: it may be newer than the pinned day. */
const pinFigure = (figure: Figure | null, until: string) =>
  figure?.date != null && figure.date <= until ? figure : null;

/**
 * Removes current facts that carry no day: today's chief executive must not appear beside figures of years ago.
 * Founders and the founding year are history, so they stay.
 */
export const pinSummary = (data: CompanySummaryData, until: string): CompanySummaryData => ({
  ...data,
  type: null,
  description: null,
  headquarters: null,
  ceo: [],
  categories: [],
  valuation: pinFigure(data.valuation, until),
  revenue: pinFigure(data.revenue, until),
  funding: pinFigure(data.funding, until),
  ...pinnedDays(data.asOf, until),
});
