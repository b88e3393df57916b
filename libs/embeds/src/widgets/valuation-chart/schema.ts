import * as z from 'zod/mini';
import { company, dated, day, point } from '../../inputs/schemas.ts';

/** `currency` is an ISO 4217 code. `leftOut` lists values in other currencies, which the widget does not show. */
export const valuationData = z.object({
  ...dated,
  company,
  points: z.array(point),
  currency: z.string(),
  leftOut: z.optional(z.array(z.object({ date: day, currency: z.string() }))),
  /** `log` if every value is above zero. */
  scale: z.optional(z.literal('log')),
});
