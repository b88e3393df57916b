import { resolve, type OpenApiDocument, type operationsOf } from '../../openapi/index.ts';
import { pointerTo, type Schemas } from './schemas.ts';

export type Documented = ReturnType<typeof operationsOf>[number];

/** An answer as it came over HTTP. */
export interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

/** What zod says where we say nothing: it speaks of types, and not of what to send. */
const RAW_WORDS = /Invalid (input|option|string|key|element)|Unrecognized key|Too (big|small)|\bexpected\b/;

/** How an answer breaks what the document says of its operation; nothing if it keeps to it. */
export function answerProblem(
  document: OpenApiDocument,
  schemas: Schemas,
  { method, path, operation }: Documented,
  { status, headers, text }: Answered,
): string | undefined {
  const raw = RAW_WORDS.exec(text);
  if (status >= 400 && raw) return `the validator's own words reach the caller: ${raw[0]}: ${text}`;
  // 501 says that the caller wants what there is not; every other one says that we failed.
  if (status >= 500 && status !== 501) return `the server failed: ${status} ${text}`;
  const given = operation.responses[status];
  if (!given) return `the status ${status} is not declared: ${text}`;
  const declared = resolve(document, given);
  const missing = ['Request-Id', 'WWW-Authenticate', 'Retry-After'].find(
    (name) => declared.headers?.[name] && !headers.has(name),
  );
  if (missing) return `the answer ${status} lacks the header ${missing}`;
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
