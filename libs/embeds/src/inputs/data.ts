import type * as z from 'zod/mini';
import type { brand, company, editorial, figure, point, source } from './schemas.ts';

export type Company = z.infer<typeof company>;
export type Source = z.infer<typeof source>;
export type Point = z.infer<typeof point>;
export type Figure = z.infer<typeof figure>;
export type Brand = z.infer<typeof brand>;
export type Editorial = z.infer<typeof editorial>;

/**
 * The fields of every widget's data: the last day that they cover, the day that they are pinned to, if any, and the day
 * before which they leave out values, if any, and the texts of the publisher.
 */
export type Dated = {
  asOf: string | null;
  until?: string | null;
  from?: string | null;
  editorial?: Editorial | undefined;
};
