import { resolve, type OpenApiDocument, type operationsOf } from '../../openapi/index.ts';
import { pointerTo, type Schemas } from './schemas.ts';

export type Documented = ReturnType<typeof operationsOf>[number];

/** A response received over HTTP. */
export interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

/** Matches zod's default messages, which describe types rather than the fix. */
const RAW_WORDS = /Invalid (input|option|string|key|element)|Unrecognized key|Too (big|small)|\bexpected\b/;

/** Describes how a response differs from the OpenAPI document. Returns undefined if it conforms. */
export function answerProblem(
  document: OpenApiDocument,
  schemas: Schemas,
  { method, path, operation }: Documented,
  { status, headers, text }: Answered,
): string | undefined {
  const raw = RAW_WORDS.exec(text);
  if (status >= 400 && raw) return `the validator's own words reach the caller: ${raw[0]}: ${text}`;
  // 501 means that the caller requested an unsupported format. Any other 5xx is a failure of the service.
  if (status >= 500 && status !== 501) return `the server failed: ${status} ${text}`;
  const given = operation.responses[status];
  if (!given) return `the status ${status} is not declared: ${text}`;
  const declared = resolve(document, given);
  const missing = ['Request-Id', 'WWW-Authenticate', 'Retry-After', 'ETag', 'Location'].find(
    (name) => declared.headers?.[name] && !headers.has(name),
  );
  if (missing) return `the answer ${status} lacks the header ${missing}`;
  if (status === 200 && headers.has('Link') && !declared.headers?.['Link'])
    return `the header Link of an answer ${status} is not declared`;
  if (!declared.content) return text === '' ? undefined : `the answer ${status} has a body: ${text}`;
  const type = (headers.get('content-type') ?? '').split(';')[0]!.trim();
  const range = type.replace(/\/.*/, '/*');
  const documentedType = [type, range, '*/*'].find((name) => declared.content![name]);
  if (documentedType === undefined) return `an answer ${status} of the type ${type} is not declared: ${text}`;
  let value: unknown = text;
  if (/\bjson$/.test(documentedType)) {
    try {
      value = JSON.parse(text);
    } catch {
      return `the answer ${status} is no JSON: ${text}`;
    }
  }
  const place =
    given.$ref?.slice(1) ?? pointerTo('paths', path, method.toLowerCase(), 'responses', String(status));
  const problem = schemas.problems(place + pointerTo('content', documentedType, 'schema'), value);
  return problem && `the answer ${status} is outside its schema: ${problem}: ${text.slice(0, 2000)}`;
}
