import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { Endpoint } from '../http/endpoint.ts';
import { possibleErrors } from '../http/possible-errors.ts';
import { columnsOfList } from '../http/response/list-file.ts';
import { csvHeader } from '../http/text/csv.ts';
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
  const { method, output, produces } = endpoint;
  const answers = Object.entries(output).map(([status, schema]) => {
    const empty = schema.safeParse(null).success;
    const answer: ZodOpenApiResponseObject = {
      description: STATUS_CODES[status] ?? 'Success',
      headers: headersOfSuccess(endpoint, Number(status)),
      ...(!empty && { content: { [produces]: { schema }, ...(status === '200' && filesOf(endpoint)) } }),
    };
    return [status, answer] as const;
  });
  if (method === 'GET' && output[200]) {
    const description = 'The content has not changed since the ETag in If-None-Match';
    answers.push(['304', { description, headers: headersOfSuccess(endpoint, 304) }]);
  }
  return Object.fromEntries(answers);
}

/** Describes the files of a list. Examples of rows would repeat those of the JSON. */
const filesOf = (endpoint: Endpoint): ZodOpenApiResponseObject['content'] =>
  endpoint.rows === undefined
    ? {}
    : {
        'text/csv': {
          schema: z.string().meta({ description: 'All rows, with a header. Lists are JSON' }),
          example: csvHeader(columnsOfList(endpoint)),
        },
        'application/x-ndjson': {
          schema: z
            .string()
            .meta({ description: `All rows, each a line with the JSON of \`${endpoint.rows}\`` }),
          example: '{}\n',
        },
      };

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
