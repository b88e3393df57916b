import {
  editorialOf,
  readMarks,
  fonts,
  hexColour,
  locales,
  longest,
  numberForms,
  originOf,
  plainText,
  themes,
  type AddressOptions,
  type Drawn,
} from '@dossier/embeds';
import { calendarDate, invalid, onOrAfter, wholeNumber } from '@dossier/shared';
import { z } from 'zod';

const MAX_ORIGINS = 10;

const colour = (of: string, example: string) => {
  const message = `must be a hex colour without #, such as ${example}`;
  return z
    .string(message)
    .transform((text, context) => {
      const digits = hexColour(text);
      if (digits !== undefined) return digits;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .optional()
    .meta({
      pattern: '^([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$',
      description: `${of}, as hex digits; made darker or lighter until it is readable`,
      examples: [example],
    });
};

const origins = z
  .string()
  .transform((text, context) => {
    const list = text.split(',').map((one) => originOf(one.trim()));
    const known = list.filter((origin) => origin !== undefined);
    if (known.length === list.length && known.length <= MAX_ORIGINS) return [...new Set(known)];
    const message = `must be one to ${MAX_ORIGINS} origins such as https://news.example, separated by commas`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .optional()
  .meta({
    pattern: String.raw`^https?://(\*\.)?[a-z0-9.-]+(:[0-9]+)?/?(, ?https?://(\*\.)?[a-z0-9.-]+(:[0-9]+)?/?)*$`,
    description: 'The origins whose pages may show it, separated by commas; all by default',
    examples: ['https://news.example,https://*.news.example'],
  });

/** The request fields for the options of an embed. */
export const optionFields = {
  theme: z.enum(themes).default('auto').meta({ description: "`auto` follows the reader's setting" }),
  accent: colour('The colour of lines and links', '9a3412'),
  background: colour('The background, which also decides between light and dark', 'fff7e6'),
  text: colour('The colour of the text', '3b2f1a'),
  font: z.enum(fonts).optional().meta({ description: "A font family of the reader's machine" }),
  locale: z.enum(locales).default('en').meta({
    description: 'The language of words, numbers and dates; names and descriptions stay as they are',
  }),
  numbers: z.enum(numberForms).default('compact').meta({
    description:
      'How numbers are written: short with about three digits, in full with at most two decimals (below 1: three digits), or short with 0 to 3 decimals. The CSV has exact values',
  }),
  expires: onOrAfter
    .optional()
    .meta({ description: 'When the embed expires: ISO 8601', examples: ['2099-01-01T00:00:00Z'] }),
  origins,
  as_of: calendarDate.optional().meta({
    description: 'Later values are left out, and the page mentions it; not a future day',
    examples: ['2024-12-31'],
  }),
};
const ownText = (name: keyof typeof longest, of: string, example: string) =>
  z
    .string()
    .max(longest[name])
    .optional()
    .transform((text) => (text === undefined ? undefined : plainText(text, longest[name]) || undefined))
    .meta({ description: `${of}, at most ${longest[name]} characters`, examples: [example] });

/** The request fields for the texts of a publisher, of widgets with room for them. */
export const textFields = {
  title: ownText(
    'title',
    'A headline instead of the title, which moves below it',
    'Stripe is worth more than ever',
  ),
  subtitle: ownText('subtitle', 'A line below the headline', 'Its valuation has doubled in two years'),
  note: ownText('note', 'A note below the embed', 'Valuations of funding rounds and tender offers'),
  byline: ownText('byline', 'The author', 'Ana Ruiz'),
  source: ownText('source', 'A source before those of the values', 'Filings, own calculations'),
};
export type TextInput = Partial<z.output<z.ZodObject<typeof textFields>>>;

/** The request field for what is highlighted, without its description. */
export const highlightField = z
  .string()
  .trim()
  .max(200)
  .optional()
  .transform((text) => text || undefined);
const GREY = 'which keeps its colour while the others are grey';

/** The request field for notes in a plot with lines, columns or areas. */
export const marksField = {
  marks: z
    .string()
    .trim()
    .max(600)
    .optional()
    .transform((text, context) => {
      if (!text) return undefined;
      const plain = plainText(text, 600);
      if (readMarks(plain)) return plain;
      const message =
        'must be at most 8 days or ranges with texts, such as 2024-03-15 Tender offer; 2020-03-01 to 2021-06-30 Pandemic';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({
      description: 'Notes at days and about ranges of days, which are shaded; separated by semicolons',
      examples: ['2024-03-15 Tender offer; 2020-03-01 to 2021-06-30 Pandemic'],
    }),
};

/** The request field for one of several companies. */
export const highlightCompany = {
  highlight: highlightField.meta({ description: `The slug of the company ${GREY}`, examples: ['stripe'] }),
};
/** Returns the UUID of the highlighted dataset as an option. @throws 400 if it is none of the datasets */
function highlightedDataset(
  datasets: readonly { id: string; dataset_id?: number }[],
  { highlight: wish }: { highlight?: string | undefined },
): Pick<AddressOptions, 'highlight'> {
  if (wish === undefined) return {};
  const found = datasets.find(
    ({ id, dataset_id }) => id === wish.toLowerCase() || String(dataset_id) === wish,
  );
  if (!found) throw invalid('highlight', 'must be one of the datasets');
  return { highlight: found.id };
}

/** The request fields for how values are drawn, of charts with lines. */
export const lineFields = {
  from: calendarDate.optional().meta({
    description:
      'The first day of the chart, which leaves out earlier values. Not after `as_of`, and not in the future',
    examples: ['2020-01-01'],
  }),
  scale: z
    .enum(['linear', 'log'])
    .default('linear')
    .meta({ description: '`log` draws values above zero on a logarithmic scale' }),
  index: wholeNumber(100, 100)
    .optional()
    .meta({
      description: 'Draws each dataset as an index that is 100 on the first day on which all have a value',
      examples: [100],
    }),
};
/** The request field for where the axis of lines begins. */
export const baselineField = {
  baseline: z.enum(['zero', 'data']).default('zero').meta({
    description: '`data` begins the axis of lines near the least value, which the subtitle states',
  }),
};
export type BaselineInput = Partial<z.output<z.ZodObject<typeof baselineField>>>;
export type LineInput = z.output<z.ZodObject<typeof lineFields>>;
export type OptionInput = z.output<z.ZodObject<typeof optionFields>>;

/**
 * Returns the options of an address for how values are drawn, without defaults.
 * @throws 400 for a range that ends before it begins, or begins on a future day
 */
export function drawnOptions(
  { scale, baseline, index, from, as_of: asOf }: LineInput & BaselineInput & Pick<OptionInput, 'as_of'>,
  now: string,
): Drawn {
  if (from !== undefined && from > (asOf ?? now.slice(0, 10)))
    throw invalid('from', asOf === undefined ? 'must not be in the future (UTC)' : 'must not be after as_of');
  return {
    ...(scale === 'log' && { scale }),
    ...(baseline === 'data' && { baseline }),
    ...(index !== undefined && { index: '100' as const }),
    ...(from !== undefined && { from }),
  };
}

/** Returns the options of an address, without defaults. @throws 400 for a past expiry or a future pinned day */
export function addressOptions(
  {
    theme,
    accent,
    background,
    text,
    font,
    locale,
    numbers,
    expires,
    origins,
    as_of: asOf,
    ...more
  }: OptionInput & TextInput,
  now: string,
): AddressOptions {
  if (expires !== undefined && expires <= now) throw invalid('expires', 'must be in the future');
  // There is no data for a future day. Addresses already signed for one stay valid.
  if (asOf !== undefined && asOf > now.slice(0, 10))
    throw invalid('as_of', 'must not be in the future (UTC)');
  return {
    ...(theme !== 'auto' && { theme }),
    ...(accent !== undefined && { accent }),
    ...(background !== undefined && { background }),
    ...(text !== undefined && { text }),
    ...(font !== undefined && font !== 'system' && { font }),
    ...(locale !== 'en' && { locale }),
    ...(numbers !== 'compact' && { numbers }),
    ...(expires !== undefined && { expires }),
    ...(origins !== undefined && { origins }),
    ...(asOf !== undefined && { asOf }),
    ...editorialOf(more),
  };
}

/** The request fields for the options of charts of datasets. */
export const datasetFields = {
  ...optionFields,
  ...textFields,
  ...lineFields,
  ...baselineField,
  ...marksField,
  highlight: highlightField.meta({
    description: `The \`dataset_id\` or UUID of the dataset ${GREY}`,
    examples: ['12'],
  }),
};

/** Returns the options of an address of a chart of datasets. @throws 400 like `addressOptions`, and for another highlight */
export const datasetOptions = (
  datasets: Parameters<typeof highlightedDataset>[0],
  input: z.output<z.ZodObject<typeof datasetFields>>,
  now: string,
): AddressOptions => ({
  ...addressOptions(input, now),
  ...drawnOptions(input, now),
  ...(input.marks !== undefined && { marks: input.marks }),
  ...highlightedDataset(datasets, input),
});
