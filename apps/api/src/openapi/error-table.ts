import { catalogue, type ErrorCode } from '@dossier/shared';
import type { Endpoint } from '../http/endpoint.ts';
import type { Route } from '../services.ts';
import { describeError } from './messages.ts';

const forms: [Endpoint['errorStyle'], string][] = [
  ['text', 'a 400 is plain text'],
  ['failed', 'a 400 or 404 is `{"status": "failed", "message": "<message>"}`'],
  ['string', 'an error whose words the specification fixes is a JSON string'],
  ['page', 'every error is a page for people that says no more than the status'],
];

const namesOf = (routes: Route[], style: Endpoint['errorStyle']) =>
  routes
    .filter(({ endpoint }) => endpoint.errorStyle === style)
    .map(({ endpoint }) => `\`${endpoint.operationId}\``)
    .join(', ');

/** `docs/reference/errors.md`: every error of the catalogue, by status, and who gives them in what form. */
export function errorTable(routes: Route[]): string {
  const rows = (Object.keys(catalogue) as ErrorCode[])
    .map(describeError)
    .sort((a, b) => a.status - b.status)
    .map(({ code, status, message, fixed }) => {
      const words = message.replaceAll('|', String.raw`\|`);
      return `| \`${code}\` | ${status} | \`${words}\` | ${fixed ? 'the specification' : 'us'} |`;
    });
  return [
    '# Errors',
    '',
    'Generated from the catalogue in `libs/shared/src/errors.ts` by `npm run generate`.',
    '',
    'An error is `{"error": "<message>", "code": "<code>", "request_id": "<id>"}`, with `details` where fields are',
    'wrong. With `Accept: application/problem+json` every error is a problem document (RFC 9457). Some operations have',
    'a form of their own:',
    '',
    ...forms.map(([style, form]) => `- ${form}: ${namesOf(routes, style)}`),
    '',
    '| code | status | message | its words are fixed by |',
    '| ---- | ------ | ------- | ---------------------- |',
    ...rows,
    '',
  ].join('\n');
}
