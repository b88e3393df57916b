import { z } from 'zod';
import { timestamp } from './scalars.ts';

const said = {
  value: z.unknown().meta({ description: 'The value; an item of a list is one value' }),
  source: z.string().meta({ description: 'The source: the name of a feed, default, or hand' }),
  source_urls: z
    .array(z.string())
    .meta({ description: 'The links that the source has for the value, or else for the record' }),
  file: z.string().nullable().meta({ description: 'The file, without its folder' }),
  line: z.number().int().nullable().meta({ description: 'The line or row in the file' }),
  observed_at: timestamp.meta({ description: 'When the source last stated the value' }),
  run: z.number().int().nullable().meta({ description: 'The ingest run that loaded it' }),
};

/** What a source says about a field. */
export const saying = z.object(said).meta({ id: 'Saying' });
export type FieldSaying = z.output<typeof saying>;

/** A field with the value that is served, where it is from, and what other sources say. */
export const provenance = z
  .object({
    field: z.string().meta({ description: 'headquarters.city, or financials.<name> for an item' }),
    ...said,
    others: z.array(saying).meta({ description: 'What other sources say, best first' }),
  })
  .meta({ id: 'Provenance' });
export type ExplainedField = z.output<typeof provenance>;
