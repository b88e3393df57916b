import { STATUS_CODES } from 'node:http';
import { groupBy } from '@dossier/shared';
import { operationsOf, type OpenApiDocument } from './json.ts';

/** Stores the most common response of each error status once, by name: `Unauthorized`, `NotAcceptable`. */
export function shareResponses(document: OpenApiDocument): void {
  const uses = operationsOf(document)
    .flatMap(({ operation: { responses } }) =>
      Object.keys(responses).map((status) => ({ responses, status })),
    )
    .filter(({ status }) => Number(status) >= 400);
  for (const [status, ofStatus] of groupBy(uses, (use) => use.status)) {
    const alike = groupBy(ofStatus, ({ responses }) => JSON.stringify(responses[status]));
    const commonest = [...alike.values()].reduce((most, next) => (next.length > most.length ? next : most));
    if (commonest.length < 2) continue;
    const name = (STATUS_CODES[status] ?? status).replaceAll(' ', '');
    (document.components.responses ??= {})[name] = commonest[0]!.responses[status]!;
    for (const { responses } of commonest) {
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
}
