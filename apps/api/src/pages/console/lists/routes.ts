import { invalid } from '@dossier/shared';
import { findCompanies } from '@dossier/store';
import { z } from 'zod';
import { listFilter, type ListFilter } from '../../../lists/filter.ts';
import { routes as searchRoutes } from '../../../resources/company-search/routes.ts';
import { lookupCompanies } from '../../../resources/company-search/contract.ts';
import * as lists from '../../../resources/lists/contract.ts';
import { routes as listRoutes } from '../../../resources/lists/routes.ts';
import { createWebhook } from '../../../resources/webhooks/contract.ts';
import { routes as webhookRoutes } from '../../../resources/webhooks/routes.ts';
import type { Route } from '../../../services.ts';
import { filledIn, readForm } from '../../site/form-fields.ts';
import { sentenceOf } from '../../site/companies/words.ts';
import { askerOf } from '../ask.ts';
import { consolePage, get, post, seeOther, text, type Signed } from '../console.ts';
import { viewSecret } from '../secret.ts';
import { viewList, viewLists } from './view.ts';

const ask = askerOf([...listRoutes, ...webhookRoutes, ...searchRoutes]);
const at = '/lists';
const ofList = { list_id: z.string().max(100) };
const listPage = { needs: 'member', params: ofList } as const;

/** Reads the filter of a list from the query of the page of companies, of which order and columns do not belong to it. */
function filterOf(query: string): ListFilter {
  const own = Object.entries(filledIn(Object.fromEntries(new URLSearchParams(query))));
  const { input, error } = readForm(
    listFilter,
    Object.fromEntries(own.filter(([name]) => name in listFilter.shape)),
  );
  if (!input) throw error!;
  return input;
}

/** Returns the ids of companies. @throws 400 for one that is not stored */
async function idsOf(context: Signed, text: string): Promise<number[]> {
  const given = text.split(/[,\s]+/).filter((each) => each !== '');
  if (given.length === 0) throw invalid('companies', 'must name at least one company');
  const isDomain = (each: string) => each.includes('.');
  const [domains, slugs] = [given.filter(isDomain), given.filter((each) => !isDomain(each))];
  const { matches, unknown } = await ask(context, lookupCompanies, {
    ...(domains.length > 0 && { domains }),
    ...(slugs.length > 0 && { slugs }),
    fields: ['slug'],
  });
  if (unknown[0])
    throw invalid('companies', `must be slugs or domains of companies, unlike ${unknown[0].value}`);
  return matches.map(({ company_id }) => Number(company_id));
}

export const routes: Route[] = [
  get(
    '/lists',
    { name: 'getLists', needs: 'member', input: { filter: text, companies: z.union([text, z.array(text)]) } },
    async (context, { filter, companies }) => {
      const { lists: own } = await ask(context, lists.listLists);
      const sentence = filter === '' ? undefined : sentenceOf(filterOf(filter), undefined);
      const given = { filter, sentence, companies: [companies].flat().join(', ') };
      return consolePage(context, { title: 'Lists', at, body: viewLists(context, own, given) });
    },
  ),
  post(
    '/lists/create',
    {
      name: 'createListForm',
      needs: 'member',
      input: { name: text, filter: text, companies: text, corrections: text },
    },
    async (context, { name, filter, companies, corrections }) => {
      const made = await ask(context, lists.createList, {
        ...{ name, corrections: corrections === 'true' },
        ...(filter === '' ? { company_ids: await idsOf(context, companies) } : { filter: filterOf(filter) }),
      });
      return seeOther(context, `${at}/${made.id}`);
    },
  ),
  get(
    '/lists/:list_id',
    { name: 'getListPage', ...listPage, input: { before: text } },
    async (context, { list_id, before }) => {
      const found = await ask(context, lists.listListChanges, filledIn({ before }), { list_id });
      const ids = [...new Set(found.changes.flatMap(({ company_ids }) => company_ids))];
      const refs = await findCompanies(context.db, 'id', ids);
      const body = viewList(context, {
        ...found,
        companies: new Map(refs.map((ref) => [ref.id, ref])),
        mayPush: context.caller.operator === undefined,
      });
      return consolePage(context, { title: found.list.name, at, body });
    },
  ),
  post('/lists/:list_id/feed', { name: 'moveFeedForm', ...listPage }, async (context, { list_id }) => {
    await ask(context, lists.moveFeed, {}, { list_id });
    return seeOther(context, `${at}/${list_id}`);
  }),
  post(
    '/lists/:list_id/webhook',
    { name: 'createListWebhook', needs: 'organization', params: ofList, input: { url: text } },
    async (context, { list_id, url }) => {
      const { secret } = await ask(context, createWebhook, { url, list_id });
      const body = viewSecret(context, 'webhook', { secret, back: `${at}/${list_id}` });
      return consolePage(context, { title: 'New webhook', at, body });
    },
  ),
  post('/lists/:list_id/delete', { name: 'deleteListForm', ...listPage }, async (context, { list_id }) => {
    await ask(context, lists.deleteList, {}, { list_id });
    return seeOther(context, at);
  }),
];
