import {
  eventType,
  invalid,
  pageRequest,
  viewCursorPagination,
  viewNumberedPagination,
  type EventType,
  type EventV0,
  type EventV1,
  type LinkTo,
} from '@dossier/shared';
import type { ItemPage } from '@dossier/store';
import { deprecationHeaders } from '../../views/deprecation.ts';
import { Answer } from '../../http/endpoint.ts';
import { listText, ListText } from '../../rows/json-text.ts';
import { route, type Context, type Route } from '../../services.ts';
import { contextAt } from '../../query/as-of.ts';
import { sentValue } from '../../query/alias.ts';
import { MAX_COMPANIES } from '../../query/fields.ts';
import { eventsUrl } from '../../views/links.ts';
import { companyScope } from '../../query/scope.ts';
import * as contract from './contract.ts';
import { readEvents } from './read.ts';
import { EQUITY_ROUNDS, viewEventV0 } from './view-v0.ts';

type Version = 'v0' | 'v1';

const answerWith = (maxCompanies: number) => async (present: Context, input: contract.EventInput) => {
  const context = await contextAt(present, input.as_of);
  const version = sentValue(input, ['version', 'api_version']) ?? 'v1';
  const scope = companyScope(input, maxCompanies);
  const paging = pagingOf(input);
  const filter = {
    ...input,
    types: typesOf(input.types, version),
    subtypes: subtypesOf(input.subtypes, version),
  };
  const { page, dependsOn } = await readEvents(context, filter, {
    scope,
    formOf: () => ({ form: input.include_citations }),
    requestOf: () => paging.request,
    offset: paging.offset,
  });
  const pagination = paging.view(page, context.linkTo);
  if (version === 'v1') return new Answer({ events: listText(page), pagination }, { dependsOn });
  const successor = eventsUrl(context.publicUrl, { version: 'v1' });
  const events = new ListText<EventV0[]>(
    page.rows.map(({ item }) => JSON.stringify(viewEventV0(JSON.parse(item) as EventV1))),
    page.total,
  );
  const headers = deprecationHeaders(context.publicUrl, successor);
  return new Answer({ events, pagination }, { headers, dependsOn });
};

export const routes: Route[] = [
  route(contract.listEvents, answerWith(MAX_COMPANIES.query)),
  route(contract.queryEvents, answerWith(MAX_COMPANIES.body)),
];

/** Returns how the pages of a request are read and shown. @throws 400 for parameters of the other pagination */
function pagingOf(input: contract.EventInput) {
  const { page: number = 1, page_size: size } = input;
  if (input.pagination === 'cursor') {
    if (input.page !== undefined) throw invalid('page', 'cannot be combined with pagination=cursor');
    return {
      request: pageRequest(contract.eventList, input, input),
      offset: 0,
      view: (page: ItemPage<EventV1>, linkTo: LinkTo) =>
        viewCursorPagination(contract.eventList, page, linkTo),
    };
  }
  for (const name of ['page_after', 'page_before'] as const) {
    if (input[name] !== undefined) throw invalid(name, 'needs pagination=cursor');
  }
  return {
    request: pageRequest(contract.eventList, { page_size: size }, {}),
    offset: (number - 1) * size,
    view: ({ rows, total }: ItemPage<EventV1>, linkTo: LinkTo) =>
      viewNumberedPagination({ page: number, size, items: rows.length, total }, linkTo),
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
