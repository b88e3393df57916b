import { z } from 'zod';
import { timestamp } from './scalars.ts';

const text = (example: string, description: string) => z.string().meta({ description, examples: [example] });

const said = {
  value: z.unknown().meta({
    description: 'The value; an item of a list is one value',
    examples: ['Dublin'],
  }),
  source: text('vendor', 'The source: the name of a feed, default, or hand'),
  source_urls: z
    .array(
      text('https://news.example/stripe', 'A link that the source has for the value, or else for the record'),
    )
    .describe('Links that the source has for the value, or else for the record'),
  file: text('companies.ndjson', 'The file, without its folder')
    .nullable()
    .describe('The file, without its folder'),
  line: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'The line or row in the file', examples: [3] }),
  observed_at: timestamp.describe('When the source last stated the value'),
  run: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'The ingest run that loaded it', examples: [12] }),
};

/** What a source says about a field. */
const saying = z.object(said).meta({ id: 'Saying' });
export type FieldSaying = z.output<typeof saying>;

/** A field with the value that is served, where it is from, and what other sources say. */
export const provenance = z
  .object({
    field: text('headquarters.city', 'The name of the field; for an item, the list and the key of the item'),
    ...said,
    others: z.array(saying).meta({ description: 'What other sources say, best first' }),
  })
  .meta({ id: 'Provenance' });
export type ExplainedField = z.output<typeof provenance>;
