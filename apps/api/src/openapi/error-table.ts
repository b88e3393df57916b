import { STATUS_CODES } from 'node:http';
import { catalogue, groupBy, type ErrorCode } from '@dossier/shared';
import type { Endpoint } from '../http/endpoint.ts';
import type { Route } from '../services.ts';
import { openApiPath } from './document.ts';
import { describeError, type DocumentedError } from './messages.ts';

const forms: [Endpoint['errorStyle'], string][] = [
  ['text', 'a 400 is plain text'],
  ['failed', 'a 400 or 404 is `{"status": "failed", "message": "<message>"}`'],
  ['string', 'an error whose message the specification fixes is a JSON string'],
];

const pathsOf = (routes: Route[], style: Endpoint['errorStyle']) =>
  [
    ...new Set(
      routes
        .filter(({ endpoint }) => endpoint.errorStyle === style)
        .map(({ endpoint }) => `\`${openApiPath(endpoint.path)}\``),
    ),
  ].join(', ');

/**
 * Returns `docs/reference/errors.md`: the errors of the catalogue by status, and the operations with other forms. The
 * heading of an error is its code, so its anchor is the end of the `type` of its problem document.
 */
export function errorTable(routes: Route[]): string {
  const errors = (Object.keys(catalogue) as ErrorCode[]).map(describeError);
  const byStatus = [...groupBy(errors, ({ status }) => status)].sort(([a], [b]) => a - b);
  return [
    '# Error codes',
    '',
    'An error is `{"error": "<message>", "code": "<code>", "request_id": "<id>"}`. Errors about fields add `details`. With `Accept: application/problem+json`, every error is a problem document (RFC 9457), whose `type` is the address of its code on this page. Pages for people show only the status. Some operations use another form:',
    '',
    ...forms.map(([style, form]) => `- ${form}: ${pathsOf(routes, style)}`),
    '',
    '[Errors](../partners/errors.md) lists those to retry.',
    '',
    ...byStatus.flatMap(([status, ofStatus]) => [
      `## ${status} ${STATUS_CODES[status]}`,
      '',
      ...ofStatus.flatMap(sectionOf),
    ]),
  ].join('\n');
}

const sectionOf = ({ code, message, fixed }: DocumentedError): string[] => [
  `### ${code}`,
  '',
  `${quoted(message)}${fixed ? ' The specification fixes this message.' : ''}`,
  '',
];

/** Returns a text as code, which may contain backticks. */
const quoted = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);
