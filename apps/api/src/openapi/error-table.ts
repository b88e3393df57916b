import { catalogue, type ErrorCode } from '@dossier/shared';
import type { Endpoint } from '../http/endpoint.ts';
import type { Route } from '../services.ts';
import { describeError } from './messages.ts';

const forms: [Endpoint['errorStyle'], string][] = [
  ['text', 'a 400 is plain text'],
  ['failed', 'a 400 or 404 is `{"status": "failed", "message": "<message>"}`'],
  ['string', 'an error whose message the specification fixes is a JSON string'],
  ['page', 'every error is an HTML page that shows only the status'],
];

const namesOf = (routes: Route[], style: Endpoint['errorStyle']) =>
  routes
    .filter(({ endpoint }) => endpoint.errorStyle === style)
    .map(({ endpoint }) => `\`${endpoint.operationId}\``)
    .join(', ');

/** Returns `docs/reference/errors.md`: the errors of the catalogue by status, and the operations with other forms. */
export function errorTable(routes: Route[]): string {
  const rows = (Object.keys(catalogue) as ErrorCode[])
    .map(describeError)
    .sort((a, b) => a.status - b.status)
    .map(({ code, status, message, fixed }) => {
      const words = message.replaceAll('|', String.raw`\|`);
      return `| \`${code}\` | ${status} | \`${words}\` | ${fixed ? 'the specification' : 'Dossier'} |`;
    });
  return [
    '# Errors',
    '',
    'Generated from the catalogue in `libs/shared/src/errors.ts` by `npm run generate`.',
    '',
    'An error is `{"error": "<message>", "code": "<code>", "request_id": "<id>"}`. Errors about fields add `details`.',
    'With `Accept: application/problem+json`, every error is a problem document (RFC 9457). Some operations use another',
    'form:',
    '',
    ...forms.map(([style, form]) => `- ${form}: ${namesOf(routes, style)}`),
    '',
    '| code | status | message | message defined by |',
    '| ---- | ------ | ------- | ------------------ |',
    ...rows,
    '',
  ].join('\n');
}
