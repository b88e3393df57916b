import {
  eventType,
  invalid,
  pageRequest,
  viewCursorPagination,
  viewNumberedPagination,
  type EventType,
  type EventV1,
} from '@dossier/shared';
import { deprecationHeaders } from '../../views/deprecation.ts';
import { Answer } from '../../http/endpoint.ts';
import { listText } from '../../http/text/json-text.ts';
import { route, type Context, type Route } from '../../services.ts';
import { contextAt } from '../../query/as-of.ts';
import { sentValue } from '../../query/alias.ts';
import { MAX_COMPANIES } from '../../query/fields.ts';
import { eventsUrl } from '../../views/links.ts';
import { companyScope, dependsOnScope, findScope } from '../../query/scope.ts';
import * as contract from './contract.ts';
import { readEvents, type EventFilter } from './read.ts';
import { EQUITY_ROUNDS, viewEventV0 } from './view-v0.ts';

type Version = 'v0' | 'v1';

const answerWith = (maxCompanies: number) => async (present: Context, input: contract.EventInput) => {
  const context = await contextAt(present, input.as_of);
  const version = sentValue(input, ['version', 'api_version']) ?? 'v1';
  const asked = companyScope(input, maxCompanies);
  const read = input.pagination === 'cursor' ? byCursor(context, input) : byPage(context, input);
  const scope = await findScope(context.db, asked);
  const { page, pagination } = await read({
    ...input,
    companies: scope.companies,
    types: typesOf(input.types, version),
    subtypes: subtypesOf(input.subtypes, version),
  });
  const dependsOn = dependsOnScope(scope, 'event');
  if (version === 'v1') return new Answer({ events: listText(page), pagination }, { dependsOn });
  const successor = eventsUrl(context.publicUrl, { version: 'v1' });
  const events = page.rows.map(({ item }) => viewEventV0(JSON.parse(item) as EventV1));
  const headers = deprecationHeaders(context.publicUrl, successor);
  return new Answer({ events, pagination }, { headers, dependsOn });
};

export const routes: Route[] = [
  route(contract.listEvents, answerWith(MAX_COMPANIES.query)),
  route(contract.queryEvents, answerWith(MAX_COMPANIES.body)),
];

/** Validates the paging parameters at once, and returns a function that reads the page for a filter. */
function byCursor({ db, linkTo }: Context, input: contract.EventInput) {
  if (input.page !== undefined) throw invalid('page', 'cannot be combined with pagination=cursor');
  const request = pageRequest(contract.eventList, input, input);
  return async (filter: EventFilter) => {
    const page = await readEvents(db, filter, input.include_citations, request);
    return { page, pagination: viewCursorPagination(contract.eventList, page, linkTo) };
  };
}

function byPage({ db, linkTo }: Context, input: contract.EventInput) {
  for (const name of ['page_after', 'page_before'] as const) {
    if (input[name] !== undefined) throw invalid(name, 'needs pagination=cursor');
  }
  const { page: number = 1, page_size: size } = input;
  const request = pageRequest(contract.eventList, { page_size: size }, {});
  return async (filter: EventFilter) => {
    const offset = (number - 1) * size;
    const page = await readEvents(db, filter, input.include_citations, request, offset);
    const numbers = { page: number, size, items: page.rows.length, total: page.total };
    return { page, pagination: viewNumberedPagination(numbers, linkTo) };
  };
}

/** Returns the requested event types. In v0, corporate actions are company milestones. */
function typesOf(types: contract.EventInput['types'], version: Version): EventType[] | undefined {
  const wanted = types?.map((type) => eventType.parse(type.replaceAll('-', '_')));
  return version === 'v0' && wanted?.includes('company_milestone') ? [...wanted, 'corporate_action'] : wanted;
}

/** Returns the requested subtypes. In v0, `equity` includes the growth and crowdfunding rounds of v1. */
function subtypesOf(subtypes: string[] | undefined, version: Version): string[] | undefined {
  return version === 'v0' && subtypes?.includes('equity') ? [...subtypes, ...EQUITY_ROUNDS] : subtypes;
}
