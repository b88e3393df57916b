import { fail, groupBy, invalid, viewCursorPagination } from '@dossier/shared';
import type { z } from 'zod';
import { Answer } from '../../http/endpoint.ts';
import { listText } from '../../rows/json-text.ts';
import { route, type Context, type Route } from '../../services.ts';
import { sentValue } from '../../query/alias.ts';
import * as contract from './contract.ts';
import { listOf, readMatches, readSorted, readSummaries } from './read.ts';

type Output = z.input<(typeof contract.lookupCompanies.output)[200]>;

const KEYS = ['ids', 'domains', 'slugs', 'ciks'] as const satisfies contract.LookupKey[];

const search = async (context: Context, input: contract.CompanyFilter) => {
  const { page, dependsOn } = await readSorted(context, input);
  const body = {
    companies: listText(page),
    pagination: {
      ...viewCursorPagination(listOf(input.sort), page, context.linkTo),
      total_is_exact: !page.isLeast,
    },
  };
  return new Answer(body, { dependsOn });
};

const lookup = async ({ db }: Context, input: contract.LookupInput) => {
  const given = KEYS.flatMap((key) => {
    const values = sentValue(input, contract.NAMES[key]);
    return values === undefined ? [] : { key, values };
  });
  if (given.length === 0) throw invalid('ids', 'is required, or domains, slugs or ciks');
  const count = given.reduce((sum, { values }) => sum + values.length, 0);
  if (count > contract.MAX_LOOKUPS) throw fail('too_many_companies', { max: contract.MAX_LOOKUPS });

  const matches: Output['matches'] = [];
  const unknown: Output['unknown'] = [];
  for (const { key, values } of given) {
    const found = groupBy(await readMatches(db, key, values), ({ value }) => value);
    for (const value of values) {
      const own = found.get(value) ?? [];
      matches.push(...own.map(({ company_id }) => ({ key, value, company_id })));
      if (own.length === 0) unknown.push({ key, value });
    }
  }
  const found = [...new Set(matches.map(({ company_id }) => company_id))];
  return { companies: listText(await readSummaries(db, found, input.fields)), matches, unknown };
};

export const routes: Route[] = [
  route(contract.searchCompanies, search),
  route(contract.lookupCompanies, lookup),
];
