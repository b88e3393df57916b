import * as z from 'zod/mini';
import { company, dated, figure } from '../../inputs/schemas.ts';

const text = z.nullable(z.string());

export const companySummaryData = z.object({
  ...dated,
  company,
  type: z.nullable(z.enum(['private', 'public'])),
  description: text,
  foundingYear: z.nullable(z.number()),
  headquarters: z.nullable(z.object({ city: text, country: text })),
  founders: z.array(z.string()),
  ceo: z.array(z.string()),
  categories: z.array(z.string()),
  /** An ISO 4217 code. */
  currency: z.string(),
  valuation: z.nullable(figure),
  revenue: z.nullable(figure),
  funding: z.nullable(figure),
});
