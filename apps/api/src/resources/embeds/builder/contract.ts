import { textLike, listInput } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';
import { signedInPage } from '../../../views/contract.ts';
import { optionNames, sentence } from './forms.ts';

export const BUILDER = '/embeds/new';
const MAX_KEY = 500;
const MAX_TEXT = 4000;
const MAX_SEARCH = 200;
const MAX_DATASETS = 100;

const page = { ...signedInPage, tag: 'Embeds' };

const text = (description: string, max = MAX_TEXT) => z.string().max(max).optional().meta({ description });

/** Options are texts here, so that the page can show what is wrong with one at its field. */
const optionTexts = Object.fromEntries(
  optionNames.map((name) => [name, text(`${sentence(name.replaceAll('_', ' '))}, as in requests of embeds`)]),
);

export const getBuilder = endpoint({
  ...page,
  method: 'GET',
  path: BUILDER,
  operationId: 'getEmbedBuilder',
  summary: 'The page that makes embeds',
  description:
    'A page to open in a browser. It asks for an API key, and then for companies, a form and options. Its query ' +
    'parameters are what was chosen. A wrong option returns the page with the reason at its field, and 400.',
  input: z.object({
    q: text('The name, domain or ticker of a company to search for', MAX_SEARCH),
    companies: text('The slugs of the chosen companies, separated by commas'),
    add: text('The slug of a company to add', MAX_SEARCH),
    remove: text('The slug of a company to remove', MAX_SEARCH),
    datasets: listInput(z.string().max(MAX_SEARCH), MAX_DATASETS)
      .optional()
      .meta({ description: 'The UUIDs of the chosen datasets' }),
    table: text('The UUID of a table of the organization, whose columns are offered as datasets', MAX_SEARCH),
    saved: text('The UUID of the saved embed that is edited', MAX_SEARCH),
    form: text('The form of the embed: the last segment of the path of its operation', MAX_SEARCH),
    shown: text(
      'The form that the page showed. A scatter plot instead of another form chooses two columns itself',
      MAX_SEARCH,
    ),
    ...optionTexts,
  }),
  output: { 200: textLike('<!doctype html><title>New embed</title>') },
});

export const getBuilderCompanies = endpoint({
  ...page,
  method: 'GET',
  path: `${BUILDER}/companies`,
  operationId: 'getEmbedBuilderCompanies',
  summary: 'Companies for the page that makes embeds',
  description: 'The best matches for what was typed, by name, ticker or domain, at most 10.',
  input: z.object({ q: text('What was typed', MAX_SEARCH) }),
  output: {
    200: z.object({
      companies: z
        .array(
          z.object({
            slug: textLike('stripe').describe('The name of the company in addresses'),
            name: textLike('Stripe').describe('The name of the company'),
            domain: textLike('stripe.com').describe('The main domain of the company'),
          }),
        )
        .describe('The best matches'),
    }),
  },
  errors: ['search_unavailable', 'search_failed'],
  errorStyle: 'json',
  produces: 'application/json',
});

export const getBuilderGallery = endpoint({
  ...page,
  method: 'GET',
  path: `${BUILDER}/gallery`,
  operationId: 'getEmbedBuilderGallery',
  summary: 'The gallery of embeds, with companies of the database first',
  description: 'The page `/embeds` for people who are signed in to `/embeds/new`; redirects others there.',
  input: z.object({}),
  output: { 200: textLike('<!doctype html><title>Embeds</title>'), 303: z.null() },
});

export const postSession = endpoint({
  ...page,
  method: 'POST',
  path: `${BUILDER}/session`,
  operationId: 'beginEmbedBuilderSession',
  summary: 'Signs in to the page that makes embeds',
  description:
    'The form of that page sends it. Sets a cookie for 8 hours that only that page receives, and redirects there. ' +
    'An invalid key returns the form with the reason at its field.',
  input: z.strictObject({
    key: z
      .string()
      .max(MAX_KEY)
      .default('')
      .meta({ description: 'An API key', examples: ['dsr_live_…'] }),
  }),
  example: { key: 'dsr_live_…' },
  output: { 303: z.null() },
});

export const postSignOut = endpoint({
  ...page,
  method: 'POST',
  path: `${BUILDER}/sign-out`,
  operationId: 'endEmbedBuilderSession',
  summary: 'Signs out of the page that makes embeds',
  description:
    'The form of that page sends it. Ends the session, also for copies of its cookie, and redirects to that page.',
  output: { 303: z.null() },
});

export type BuilderInput = z.output<(typeof getBuilder)['input']>;
