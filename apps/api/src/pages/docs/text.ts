import type { OpenApiDocument, Operation } from '../../openapi/index.ts';
import { fieldsOf, type Field } from './fields.ts';
import { requestFields, successesOf } from './operation-fields.ts';
import type { Family, Listed } from './reference.ts';

/** Returns the page of an operation as Markdown, for programs and for search. */
export function markdownOfOperation(
  document: OpenApiDocument,
  { method, path, operation, file }: Listed,
): string {
  const { summary, description = '' } = operation;
  return [
    `# ${summary}`,
    '',
    `\`${method} ${path}\``,
    '',
    description,
    '',
    ...(file ? [`All rows of its filters in one file: \`${file.csv}\` and \`${file.ndjson}\``, ''] : []),
    ...requestFields(document, operation).flatMap(({ title, fields }) => listOf(title, fields)),
    ...successesOf(operation).flatMap(({ title, schema }) =>
      listOf(title, fieldsOf(document, schema, 'response')),
    ),
    ...sampleOf(operation),
  ].join('\n');
}

/** Returns what search finds of an operation: its path, what it does, and the names of its fields. */
export function wordsOfOperation(document: OpenApiDocument, { path, operation }: Listed): string {
  const fields = requestFields(document, operation).flatMap((group) => group.fields);
  return [path, operation.description, ...fields.map((field) => field.path)].join(' ');
}

export const markdownOfFamily = ({ name, operations }: Family): string =>
  [
    `# ${name}`,
    '',
    ...operations.map(({ method, path, operation }) => `- ${operation.summary}: \`${method} ${path}\``),
    '',
  ].join('\n');

function listOf(title: string, fields: Field[]): string[] {
  if (fields.length === 0) return [];
  const lines = fields.map(({ path, type, limits, note, meaning }) => {
    const facts = [type, limits, note].filter(Boolean).join(', ');
    return `- \`${path}\` (${facts}): ${meaning}`;
  });
  return [`## ${title}`, '', ...lines, ''];
}

function sampleOf({ 'x-codeSamples': [sample] = [] }: Operation): string[] {
  return sample ? ['```sh', sample.source, '```', ''] : [];
}
