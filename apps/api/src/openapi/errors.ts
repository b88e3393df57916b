import { STATUS_CODES } from 'node:http';
import { groupBy, type ErrorCode } from '@dossier/shared';
import type {
  ZodOpenApiContentObject,
  ZodOpenApiMediaTypeObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import { z } from 'zod';
import type { Endpoint, ErrorStyle } from '../http/endpoint.ts';
import { formOf, problemType, RPC_ERROR } from '../http/response/errors.ts';
import { describeError, exampleProblem, type DocumentedError } from './messages.ts';
import { headersOfError } from './headers.ts';

const REQUEST_ID = '4b7c9d1e-0f52-4a86-9c3a-5d1f2e8b6a70';

const requestId = z.string().meta({ description: 'The same as the header Request-Id' });
const details = z
  .array(
    z.object({
      field: z.string().describe('The name of the field'),
      message: z.string().describe('What is wrong with it'),
    }),
  )
  .optional()
  .meta({ description: 'The invalid fields, if any' });
const code = z.string().meta({ description: 'Stable, for programs. Messages may change' });

/** Most errors. */
const errorObject = z
  .object({
    error: z.string().describe('What is wrong, and what to do'),
    code,
    request_id: requestId,
    details,
  })
  .meta({ id: 'Error' });
/** RFC 9457, for callers that send `Accept: application/problem+json`. */
const problem = z
  .object({
    type: z.url().describe('The address of the page that explains the code'),
    title: z.string().describe('The name of the status'),
    status: z.int().describe('The status of the response'),
    detail: z.string().describe('What is wrong, and what to do'),
    code,
    request_id: requestId,
    details,
  })
  .meta({ id: 'Problem' });
const failed = z
  .object({
    status: z.literal('failed').describe('Always `failed`'),
    message: z.string().describe('What is wrong, and what to do'),
  })
  .meta({ id: 'Failed', description: 'An error of an embed operation' });

const rpcError = z
  .object({
    jsonrpc: z.literal('2.0').describe('The version of JSON-RPC'),
    id: z
      .union([z.string(), z.int(), z.null()])
      .optional()
      .meta({ description: 'The id of the message, if it is known', examples: [1] }),
    error: z
      .looseObject({
        code: z.int().describe('The code of JSON-RPC'),
        message: z.string().describe('What is wrong, and what to do'),
      })
      .describe('The error'),
  })
  .meta({ id: 'RpcError', description: 'An error as JSON-RPC 2.0 has it' });

const mediaTypes: Record<ErrorStyle, string> = {
  json: 'application/json',
  string: 'application/json',
  failed: 'application/json',
  text: 'text/plain',
  page: 'text/html',
  rpc: 'application/json',
};

/** Returns the error responses of an endpoint, by status. */
export function errorResponses(
  endpoint: Endpoint,
  codes: ErrorCode[],
): Record<string, ZodOpenApiResponseObject> {
  const byStatus = groupBy(codes.map(describeError), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, errors]) => [String(status), errorResponse(endpoint, status, errors)]),
  );
}

function errorResponse(
  endpoint: Endpoint,
  status: number,
  errors: DocumentedError[],
): ZodOpenApiResponseObject {
  const forms = groupBy(errors, (error) => formOf(error, endpoint.errorStyle));
  // Express rejects a malformed percent-encoding before it knows the endpoint.
  if (status === 400 && /:/.test(endpoint.path) && !forms.has('json') && !forms.has('page')) {
    forms.set('json', [describeError('invalid_input')]);
  }
  const content: ZodOpenApiContentObject = {};
  for (const type of new Set([...forms.keys()].map((form) => mediaTypes[form]))) {
    const ofType = [...forms].filter(([form]) => mediaTypes[form] === type);
    content[type] = mediaType(
      ofType.map(([form, given]) => schemaOf(form, given)),
      exampleOf(endpoint, ofType[0]![0], ofType[0]![1][0]!),
    );
  }
  content['application/problem+json'] = mediaType(
    [withCodes(problem, errors)],
    problemExample(endpoint, errors[0]!),
  );
  return {
    description: errors.map(({ code: name, message }) => `- \`${name}\`: ${message}`).join('\n'),
    headers: headersOfError(status),
    content,
  };
}

const mediaType = (schemas: z.ZodType[], example: unknown): ZodOpenApiMediaTypeObject => ({
  schema: schemas.length === 1 ? schemas[0]! : z.union(schemas),
  example,
});

function schemaOf(form: ErrorStyle, errors: DocumentedError[]): z.ZodType {
  if (form === 'json') return withCodes(errorObject, errors);
  if (form === 'rpc') return rpcError;
  return form === 'failed' ? failed : z.string();
}

/** Returns the schema of an error, limited to these codes. */
const withCodes = (shape: z.ZodType, errors: DocumentedError[]) =>
  z.intersection(shape, z.looseObject({ code: z.enum(errors.map((error) => error.code)) }));

const isFieldProblem = (error: DocumentedError) => error.code === 'invalid_input';

function exampleOf(endpoint: Endpoint, form: ErrorStyle, error: DocumentedError): unknown {
  const { message, details: wrong } = isFieldProblem(error)
    ? exampleProblem(endpoint)
    : { ...error, details: undefined };
  if (form === 'failed') return { status: 'failed', message };
  if (form === 'rpc') return { jsonrpc: '2.0', id: null, error: { code: RPC_ERROR, message } };
  if (form === 'page') return `<!doctype html><title>${STATUS_CODES[error.status]}</title>`;
  if (form === 'json') return { error: message, code: error.code, request_id: REQUEST_ID, details: wrong };
  return message;
}

function problemExample(endpoint: Endpoint, error: DocumentedError) {
  const { message, details: wrong } = isFieldProblem(error)
    ? exampleProblem(endpoint)
    : { ...error, details: undefined };
  return {
    type: problemType('https://dossier.example', error.code),
    title: STATUS_CODES[error.status],
    status: error.status,
    detail: message,
    code: error.code,
    request_id: REQUEST_ID,
    details: wrong,
  };
}
