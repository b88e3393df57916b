import { catalogue, type ErrorCode } from '@dossier/shared';
import { describeError } from './messages.ts';

/** `docs/errors.md`: every error of the catalogue, by status. */
export function errorTable(): string {
  const rows = (Object.keys(catalogue) as ErrorCode[])
    .map(describeError)
    .sort((a, b) => a.status - b.status)
    .map(({ code, status, message, fixed }) => {
      const words = message.replaceAll('|', String.raw`\|`).replaceAll('<', '&lt;');
      return `| \`${code}\` | ${status} | ${words} | ${fixed ? 'the specification' : 'us'} |`;
    });
  return [
    '# Errors',
    '',
    'Generated from the catalogue in `libs/shared/src/errors.ts` by `npm run generate`.',
    '',
    'An error is `{"error": "<message>", "code": "<code>", "request_id": "<id>"}`, with `details` where fields are',
    'wrong. Rankings give a 400 as plain text and embeds give a 400 or 404 as `{"status": "failed", "message": …}`.',
    'Filings, categories, search and funding rounds give those whose words the specification fixes as a JSON string.',
    'With `Accept: application/problem+json` every error is a problem document (RFC 9457).',
    '',
    '| code | status | message | its words are fixed by |',
    '| ---- | ------ | ------- | ---------------------- |',
    ...rows,
    '',
  ].join('\n');
}
