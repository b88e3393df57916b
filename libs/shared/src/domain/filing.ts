import { z } from 'zod';
import { timestamp, uuid } from './scalars.ts';

export const filing = z
  .object({
    id: uuid,
    name: z.string(),
    type: z.string(),
    format: z.string().nullable(),
    region: z.string().nullable(),
    filed_at: timestamp,
    created_at: timestamp,
    updated_at: timestamp,
    url: z.string(),
  })
  .meta({ id: 'Filing' });
export type Filing = z.infer<typeof filing>;
