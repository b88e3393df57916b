import { measures, sayIn, type AddressOptions, type Kind, type Word } from '@dossier/embeds';
import {
  domainInput,
  fail,
  idInput,
  invalid,
  listInput,
  slugLookup,
  wholeNumber,
  type ErrorCode,
} from '@dossier/shared';
import { z } from 'zod';
import { embed, embedAnswer, sizeFields } from '../../../views/embed.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { requireCompany } from '../../../query/scope.ts';
import { route } from '../../../services.ts';
import { readComparison, subjectOf } from './companies.ts';
import { requireDrawable } from './datasets.ts';
import {
  addressOptions,
  baselineField,
  drawnOptions,
  highlightCompany,
  lineFields,
  marksField,
  optionFields,
  textFields,
  type BaselineInput,
  type LineInput,
} from './options.ts';
import type { ApiWidget } from './widget.ts';

const MIN_COMPANIES = 2;
const MAX_COMPANIES = 10;

const several = <Value extends string | number>(item: z.ZodType<Value>, of: string) =>
  listInput(item, MAX_COMPANIES)
    .optional()
    .meta({ description: `The ${of} of ${MIN_COMPANIES} to ${MAX_COMPANIES} companies` });

const companiesFields = {
  company_ids: several(idInput, 'ids'),
  company_slugs: several(slugLookup, 'slugs'),
  company_domains: several(domainInput, 'domains'),
};

type Declared = {
  path: string;
  operationId: string;
  summary: string;
  title: Word | ((options: AddressOptions) => string);
  /** True if it has lines, whose scale a request may choose. */
  drawn?: boolean;
  /** True if it has ranks, of which a request may choose the first ones. */
  ranked?: boolean;
  /** True if a request chooses what its two axes show. */
  measured?: boolean;
};

const rankingFields = {
  top: wholeNumber(1, MAX_COMPANIES)
    .optional()
    .meta({ description: 'How many companies the table has, by rank; all by default', examples: [3] }),
  sparklines: z
    .enum(['no', 'yes'])
    .default('no')
    .meta({ description: '`yes` adds a small line of all its valuations to each company' }),
};
const measuredFields = {
  y: z.enum(measures).default('valuation').meta({ description: 'What is shown upwards' }),
  x: z.enum(measures).default('funding').meta({ description: 'What is shown from left to right' }),
  ...highlightCompany,
};
/** The fields that only some of the widgets have. */
type Chosen = LineInput &
  BaselineInput & { highlight?: string; marks?: string; top?: number; sparklines?: 'no' | 'yes' } & Pick<
    AddressOptions,
    'x' | 'y'
  >;

/** Returns the endpoint of a widget about several companies. Its address contains their slugs. */
export function comparisonRoute(
  kind: Kind,
  { path, operationId, summary, title, drawn = false, ranked = false, measured = false }: Declared,
) {
  const contract = endpoint({
    method: 'GET',
    path: `/api/v1/embed/${path}`,
    operationId,
    summary,
    description:
      `Returns one \`<iframe>\` with a signed address. Names ${MIN_COMPANIES} to ${MAX_COMPANIES} companies, in their order: ` +
      '`company_ids` takes precedence over `company_slugs`, and that over `company_domains`. Companies whose ' +
      'valuations are in another currency are named, not drawn.',
    tag: 'Embeds',
    input: z.strictObject({
      ...companiesFields,
      ...sizeFields(kind),
      ...optionFields,
      ...textFields,
      ...(drawn ? { ...lineFields, ...baselineField, ...marksField, ...highlightCompany } : undefined),
      ...(ranked ? rankingFields : undefined),
      ...(measured ? measuredFields : undefined),
    }),
    example: { company_domains: ['stripe.com', 'openai.com'] },
    output: { 200: embedAnswer },
    errors: ['embed_company_required', 'company_not_found'] satisfies ErrorCode[],
    errorStyle: 'failed',
  });
  return route(contract, async (context, input) => {
    const by = (['id', 'slug', 'domain'] as const).find((one) => input[`company_${one}s`] !== undefined);
    if (!by) throw fail('embed_company_required');
    const values: (string | number)[] = input[`company_${by}s`] ?? [];
    const companies = await Promise.all(values.map((value) => requireCompany(context.db, { by, value })));
    const slugs = [...new Set(companies.map(({ slug }) => slug))];
    if (slugs.length < MIN_COMPANIES)
      throw invalid(`company_${by}s`, `must name ${MIN_COMPANIES} to ${MAX_COMPANIES} companies`);
    const { highlight, marks, top, sparklines, x, y, ...more } = input as Omit<typeof input, 'baseline'> &
      Chosen;
    if (highlight !== undefined && !slugs.includes(highlight))
      throw invalid('highlight', 'must be the slug of one of the companies');
    if (drawn) requireDrawable('line', slugs.length, { ...more, stacked: false });
    if (x !== undefined && x === y) throw invalid('x', 'must differ from y');
    const lines = drawn ? drawnOptions(more, context.now) : {};
    const options: AddressOptions = {
      ...addressOptions(input, context.now),
      ...lines,
      ...(highlight !== undefined && { highlight }),
      ...(marks !== undefined && { marks }),
      ...(top !== undefined && { top: String(top) }),
      ...(sparklines === 'yes' && { sparklines }),
      ...(x !== undefined && { x }),
      ...(y !== undefined && { y }),
    };
    const names = companies.map(({ name }) => name).join(', ');
    const about = typeof title === 'string' ? sayIn(options.locale, title) : title(options);
    return embed(context, { kind, subject: subjectOf(slugs), options, title: `${about}: ${names}` }, input);
  });
}

/** Returns a widget about several companies. */
export const comparisonWidget = <K extends 'small-multiples' | 'ranking-table'>(
  kind: K,
  declared: Declared,
): ApiWidget<K> => ({ kind, route: comparisonRoute(kind, declared), read: readComparison });

/** The valuations of several companies as lines in a dataset chart. */
export const comparisonLines = comparisonRoute('dataset-chart', {
  path: 'company-data-comparison',
  operationId: 'getComparisonEmbed',
  summary: 'A chart of the valuations of several companies',
  title: 'Valuations compared',
  drawn: true,
});

export const smallMultiples = comparisonWidget('small-multiples', {
  path: 'company-data-multiples',
  operationId: 'getSmallMultiplesEmbed',
  summary: 'The valuations of several companies, a chart for each',
  title: 'Valuations compared',
});

export const rankingTable = comparisonWidget('ranking-table', {
  path: 'company-data-ranking',
  operationId: 'getRankingTableEmbed',
  summary: 'A table of companies by valuation',
  title: 'Ranked by valuation',
  ranked: true,
});
