import * as z from 'zod/mini';
import { company, dated, point } from '../../inputs/schemas.ts';

export const compared = z.object({ company, points: z.array(point) });

/**
 * The valuations of several companies in one currency, an ISO 4217 code. `leftOut` names companies whose values are in
 * other currencies, which the widget does not show, `rest` is the number of companies that a ranking leaves out, and
 * `sparklines` is true if it has a line for each company.
 */
export const comparisonData = z.object({
  ...dated,
  companies: z.array(compared),
  currency: z.string(),
  rest: z.optional(z.number()),
  sparklines: z.optional(z.boolean()),
  leftOut: z.optional(z.array(z.object({ name: z.string(), currency: z.string() }))),
});
