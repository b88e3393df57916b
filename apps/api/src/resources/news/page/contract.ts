import { textLike } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';
import { publicPage } from '../../../views/contract.ts';

/** The page behind the `url` of search results. Only the site has the description, which is for partners. */
export const getNewsPage = endpoint({
  ...publicPage,
  path: '/news/:news_id',
  operationId: 'getNewsPage',
  summary: 'The public page of a news item',
  description:
    'The `url` of a news item in search results leads here. Each article links to its source. With `PUBLIC_SITE=on`, the ' +
    'page has the description too.',
  tag: 'News',
  params: z.object({
    news_id: z
      .string()
      .toLowerCase()
      .meta({
        description: 'The id of a news item',
        format: 'uuid',
        examples: ['ed8d433d-68c0-5b82-96a1-85e1c3edbc4e'],
      }),
  }),
  output: { 200: textLike('<!doctype html><title>Stripe announces a tender offer</title>') },
  errors: ['news_not_found'],
});
