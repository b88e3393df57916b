import { z } from 'zod';
import { like, timestamp, uuid } from './scalars.ts';

export const filing = z
  .object({
    id: uuid,
    name: like('Annual report (10-K)'),
    type: like('10-K'),
    format: like('htm').nullable(),
    region: like('US').nullable(),
    filed_at: timestamp,
    created_at: timestamp,
    updated_at: timestamp,
    url: like('https://dossier.example/filings/6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11/file'),
  })
  .meta({ id: 'Filing' });
export type Filing = z.infer<typeof filing>;
