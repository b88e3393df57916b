import { z } from 'zod';
import { textLike, timestamp, uuid } from './scalars.ts';

export const filing = z
  .object({
    id: uuid.describe('The id of the filing'),
    name: textLike('Annual report (10-K)').describe('The title of the filing'),
    type: textLike('10-K').describe('The form, such as `10-K`'),
    format: textLike('htm').nullable().describe('The format of the file, such as `htm` or `pdf`'),
    region: textLike('US').nullable().describe('Where it was filed'),
    filed_at: timestamp.describe('When it was filed. Lists are ordered by it'),
    created_at: timestamp.describe('When the filing was first stored'),
    updated_at: timestamp.describe('When the filing last changed'),
    url: textLike('https://dossier.example/filings/6f1b7c1e-52a4-5c53-9a0f-3d2b7f0f9a11/file').describe(
      'A stable public address, which redirects to the document at its source',
    ),
  })
  .meta({ id: 'Filing' });
export type Filing = z.infer<typeof filing>;
