import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { ErrorCode, LinkTo, MaybePromise } from '@dossier/shared';
import type { Caller } from '@dossier/store';
import { z } from 'zod';
import type { JsonText } from '../rows/json-text.ts';

/**
 * The form of an endpoint's errors: an object, a JSON string, plain text, `{status: "failed"}`, an HTML page, or a message
 * of JSON-RPC. The object is the default; the specification asks for the next three.
 */
export type ErrorStyle = 'json' | 'string' | 'text' | 'failed' | 'page' | 'rpc';

type Shape = z.ZodObject;
type None = z.ZodObject<Record<never, never>>;

/** An endpoint as a value. Types, validation, the OpenAPI document and tests are derived from it. */
export interface Endpoint<
  Params extends Shape = Shape,
  Input extends z.ZodType = z.ZodType,
  Output extends Record<number, z.ZodType> = Record<number, z.ZodType>,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** In Express form, without a trailing slash: `/api/v1/documents/:document_slug`. Requests may add one. */
  path: string;
  operationId: string;
  summary: string;
  /** One or two sentences more, with the numbers that a caller needs. */
  description: string;
  /** Set if the address contains a signature or a hash, which only a response contains. */
  isUnguessable?: boolean;
  /** Set if the endpoint answers without limits, for those who watch the service. It must not use the pool. */
  isVital?: boolean;
  /** Set if the handler needs the primary even with a read replica, because it waits for changes or writes. */
  usesPrimary?: boolean;
  /** Set if a request costs no task. */
  isFree?: boolean;
  /** The input's lists of companies, each of which costs a task, if their names are not `company_ids` and the like. */
  companyFields?: readonly string[];
  /** The section of the API reference. */
  tag: string;
  params: Params;
  /** From the query string for GET, otherwise from the body. Paging fields in the query string then take precedence. */
  input: Input;
  /** The schemas of successful responses, by status. */
  output: Output;
  /** The errors of this endpoint, in addition to those that every endpoint can return. */
  errors: ErrorCode[];
  errorStyle: ErrorStyle;
  /**
   * `partner` requires a credential. `session` is for pages that people sign in to: it accepts a credential or the cookie
   * of a session, that of an operator too, and without either the handler has no caller. `console` accepts the cookie of a
   * session alone. The API reference does not have its endpoints: they are forms and pages of people.
   */
  access: 'partner' | 'session' | 'console' | 'public';
  /**
   * Set if the body is a form with a file: throws unless the caller may send one. The input then has the field `file`, an
   * `Upload`.
   */
  upload?: (caller: Caller | undefined) => void;
  /** The media type of a success. With a range such as `image/*`, the handler sets the type and Accept is ignored. */
  produces: string;
  /** Set if the response is sent while its rows are read, and so has no ETag. */
  isStreamed?: boolean;
  /** The field of the response with the rows of a list, which is then served as CSV and NDJSON too. */
  rows?: string;
  /** A valid input for the API reference. */
  example?: z.input<Input>;
  /** Set if clients should move to another endpoint. */
  deprecated?: boolean;
}

/** Returns whether requests send their input in the body; the others send it in the query string. */
export const hasBody = (method: string): boolean => method !== 'GET' && method !== 'DELETE';

type Defaulted = 'params' | 'input' | 'errors' | 'errorStyle' | 'access' | 'produces';
type Declaration<P extends Shape, I extends z.ZodType, O extends Record<number, z.ZodType>> = Omit<
  Endpoint<P, I, O>,
  Defaulted
> &
  Partial<Pick<Endpoint<P, I, O>, Defaulted>>;

/** Returns an endpoint with defaults filled in. */
export function endpoint<
  O extends Record<number, z.ZodType>,
  I extends z.ZodType = None,
  P extends Shape = None,
>(declaration: Declaration<P, I, O>): Endpoint<P, I, O> {
  return {
    params: z.object({}) as unknown as P,
    input: z.strictObject({}) as unknown as I,
    errors: [],
    errorStyle: 'json',
    access: 'partner',
    produces: 'application/json',
    ...declaration,
  };
}

/** Facts about the request that a handler receives with its input and the services. */
export interface RequestContext {
  /** The path of the request, as it was sent. */
  path: string;
  /** The time of the request, as fixed-width UTC text. */
  now: string;
  /** Undefined on public endpoints, and on those with sessions if nobody is signed in. */
  caller: Caller | undefined;
  /** Returns whether the request prefers this media type to all others, as browsers prefer HTML. */
  prefers: (type: string) => boolean;
  /** The headers of the request. */
  headers: IncomingHttpHeaders;
  /**
   * Runs another endpoint for the caller of this request, as a request of its own would: with its scope, its tasks and its
   * errors. Returns the body of its response.
   */
  call: Call;
  /** Runs work that only waits, without counting the request as in progress. Its signal aborts on a disconnect. */
  stepAside: <T>(work: (gone: AbortSignal) => Promise<T>) => Promise<T>;
  /** Returns the address of this request with these query parameters set, or removed where undefined. */
  linkTo: LinkTo;
}

/** The fields of an input; none for an empty one, to which nothing but an empty object is assignable. */
type Fields<T> = string extends keyof T ? unknown : T;

/** Runs an endpoint with an input, which includes the parameters of its path. @throws ApiError */
export type Call = <P extends Shape, I extends z.ZodType, O extends Record<number, z.ZodType>>(
  endpoint: Endpoint<P, I, O>,
  input: Fields<z.input<I>> & Fields<z.input<P>>,
) => Promise<z.output<O[200]>>;

/** The data that an answer depends on, besides its request and the signing keys. */
export interface DependsOn {
  /** Any change that names one of these companies may change the answer. */
  companies?: number[];
  /** Any change of a record of these kinds may change the answer. */
  kinds?: string[];
}

/** A response other than a 200 with a JSON body, or one that is kept until what it depends on changes. */
export class Answer<Body = unknown> {
  readonly body: Body;
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Returns the body compressed with Brotli, for callers that accept it; undefined if no compressed copy exists. */
  readonly brotli: (() => Promise<Uint8Array>) | undefined;
  /** What the answer depends on. Without it the answer is never kept. */
  readonly dependsOn: DependsOn | undefined;

  constructor(
    body: Body,
    {
      status = 200,
      headers = {},
      brotli,
      dependsOn,
    }: {
      status?: number;
      headers?: Record<string, string>;
      brotli?: () => Promise<Uint8Array>;
      dependsOn?: DependsOn;
    } = {},
  ) {
    this.body = body;
    this.status = status;
    this.headers = headers;
    this.brotli = brotli;
    this.dependsOn = dependsOn;
  }
}

/** Returns what a handler returned as an answer. */
export const answerOf = (result: unknown): Answer =>
  result instanceof Answer ? (result as Answer) : new Answer(result);

/** Returns an answer that no cache stores. */
export const uncached = <Body>(body: Body, status = 200): Answer<Body> =>
  new Answer(body, { status, headers: { 'Cache-Control': 'no-store' } });

/** Returns a redirect. The address is percent-encoded, since headers allow no other characters. */
export const redirect = (address: string, headers: Record<string, string> = {}): Answer<null> =>
  new Answer(null, { status: 302, headers: { ...headers, Location: new URL(address).href } });

/** A body that is sent in pieces, because it is long or should be made only if it is sent. */
export class BodyStream {
  readonly chunks: AsyncIterable<string | Uint8Array>;
  constructor(chunks: AsyncIterable<string | Uint8Array>) {
    this.chunks = chunks;
  }
}

/** A body that is a file. Clients may ask for a part of it. */
export class FileBody {
  readonly bytes: number;
  /** Opens the bytes from `start` to `end`. */
  readonly read: (range: { start: number; end: number }) => Promise<Readable>;
  constructor(bytes: number, read: FileBody['read']) {
    this.bytes = bytes;
    this.read = read;
  }
}

type Body<O extends Record<number, z.ZodType>> = WithTexts<z.input<O[keyof O]>>;
/** A body whose fields may be JSON text already. */
type WithTexts<B> = B extends object ? { [K in keyof B]: B[K] | JsonText<B[K]> } : B;

export interface Route<Services> {
  endpoint: Endpoint;
  /** Returns a promise only if it waits for something. */
  handle: (context: Services & RequestContext, input: never) => MaybePromise<unknown>;
}

/** Returns a function that binds handlers with these services to endpoints. The compiler checks their types. */
export const routesWith =
  <Services>() =>
  <P extends Shape, I extends z.ZodType, O extends Record<number, z.ZodType>>(
    contract: Endpoint<P, I, O>,
    handle: (
      context: Services & RequestContext,
      input: z.output<I> & z.output<P>,
    ) => MaybePromise<Body<O> | Answer<Body<O> | string | Uint8Array | BodyStream | FileBody | null>>,
  ): Route<Services> => ({ endpoint: contract, handle });
