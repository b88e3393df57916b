import type * as z from 'zod/mini';
import type { brand, company, figure, point, source } from './schemas.ts';

export type Company = z.infer<typeof company>;
export type Source = z.infer<typeof source>;
export type Point = z.infer<typeof point>;
export type Figure = z.infer<typeof figure>;
export type Brand = z.infer<typeof brand>;

/**
 * What every widget's data contain: the last day they cover, the day they are pinned to, if any, and the day before which
 * values are left out, if any.
 */
export type Dated = { asOf: string | null; until?: string | null; from?: string | null };
