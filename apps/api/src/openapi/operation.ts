import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { Endpoint } from '../http/endpoint.ts';
import { possibleErrors } from './possible-errors.ts';
import { csvHeader } from '../rows/csv.ts';
import { PAGING } from '../rows/places.ts';
import { columnsOfList } from '../rows/read.ts';
import { errorResponses } from './errors.ts';
import { asOnlyPage, exampleOf } from './examples.ts';
import { headersOfSuccess } from './headers.ts';
import { resolve, type OpenApiDocument, type Operation } from './json.ts';
import { exampleAddress, finishRequest, requestOf } from './requests.ts';
import { samplesOf } from './samples.ts';

/** The names of the credentials in `components.securitySchemes`. */
export const SECURITY = { token: 'ApiKey', bearer: 'Jwt', session: 'Session' };

const accepted: Record<Endpoint['access'], string[]> = {
  public: [],
  console: [],
  partner: [SECURITY.token, SECURITY.bearer],
  session: [SECURITY.token, SECURITY.bearer, SECURITY.session],
};

/** Describes an endpoint: its input, and a response for every status. */
export function operationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { operationId, summary, description, tag, access, deprecated } = endpoint;
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    ...(deprecated && { deprecated }),
    security: accepted[access].map((credential) => ({ [credential]: [] })),
    ...requestOf(endpoint),
    responses: { ...successes(endpoint), ...errorResponses(endpoint, possibleErrors(endpoint)) },
  };
}

function successes(endpoint: Endpoint): Record<string, ZodOpenApiResponseObject> {
  const { method, output, produces, isStreamed } = endpoint;
  const answers = Object.entries(output).map(([status, schema]) => {
    const empty = schema.safeParse(null).success;
    const answer: ZodOpenApiResponseObject = {
      description: STATUS_CODES[status] ?? 'Success',
      headers: headersOfSuccess(endpoint, Number(status)),
      ...(!empty && { content: { [produces]: { schema } } }),
    };
    return [status, answer] as const;
  });
  if (method === 'GET' && output[200]) {
    const description = isStreamed
      ? 'If-None-Match is *, which any content matches'
      : 'The content has not changed since the ETag in If-None-Match';
    answers.push(['304', { description, headers: headersOfSuccess(endpoint, 304) }]);
  }
  return Object.fromEntries(answers);
}

/**
 * Describes the files of a list, which have a path of their own: a second media type of the list itself would make every
 * generated client treat its response as JSON or text.
 */
export function fileOperationOf(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { operationId, rows } = endpoint;
  const name = rows!.replace('_', ' ');
  const file: Endpoint = {
    ...{ ...endpoint, ...withoutPaging(endpoint) },
    ...{ operationId: `${operationId}File`, isStreamed: true },
  };
  const operation = operationOf(file);
  const csv = z.string().meta({ description: 'All rows, with a header. Lists are JSON' });
  const ndjson = z.string().meta({ description: `All rows, each a line with the JSON of \`${rows}\`` });
  return {
    ...operation,
    summary: `${name[0]!.toUpperCase()}${name.slice(1)} as a file`,
    description: `Returns all rows of \`${operationId}\` with the same filters, as CSV or NDJSON.`,
    responses: {
      ...operation.responses,
      200: {
        description: 'OK',
        headers: headersOfSuccess(file, 200),
        content: {
          'text/csv': { schema: csv, example: csvHeader(columnsOfList(endpoint)) },
          'application/x-ndjson': { schema: ndjson, example: '{}\n' },
        },
      },
    },
  };
}

function withoutPaging({ input, params }: Endpoint) {
  const format = z.enum(['csv', 'ndjson']).meta({ description: 'The format of the file', example: 'csv' });
  const fields = Object.entries<z.ZodType>((input as z.ZodObject).shape);
  const filters = Object.fromEntries(fields.filter(([name]) => !PAGING.includes(name)));
  return { input: z.strictObject(filters), params: params.extend({ format }) };
}

/**
 * Adds to a generated operation what needs finished schemas: examples, and a curl sample unless the address contains a
 * signature or a hash, which cannot be made up.
 */
export function finishOperation(
  document: OpenApiDocument,
  endpoint: Endpoint,
  path: string,
  operation: Operation,
) {
  finishRequest(document, endpoint, operation);
  const asked = endpoint.input.safeParse(endpoint.example ?? {}).data ?? {};
  for (const response of Object.values(operation.responses)) {
    for (const media of Object.values(resolve(document, response).content ?? {})) {
      media.example ??= asOnlyPage(exampleOf(document, media.schema), asked as Record<string, unknown>);
    }
  }
  // An address with a signature is not to be made up, and a session belongs to a browser.
  if (endpoint.isUnguessable || endpoint.access === 'session') return;
  const address = document.servers[0]!.url + exampleAddress(path, operation.parameters);
  operation['x-codeSamples'] = samplesOf(endpoint, address);
}
