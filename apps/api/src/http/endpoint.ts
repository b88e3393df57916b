import type { ErrorCode, LinkTo } from '@dossier/shared';
import type { Caller, Db } from '@dossier/store';
import { z } from 'zod';
import type { VerifyJwt } from './jwt.ts';
import type { RateLimiter } from './rate-limit.ts';

/**
 * How the specification wants an endpoint's errors: an object, a JSON string, plain text, `{status: "failed"}`, or
 * a page for people. The first one is the rule; the others are for the words that the specification fixes.
 */
export type ErrorStyle = 'json' | 'string' | 'text' | 'failed' | 'page';

type Shape = z.ZodObject;
type None = z.ZodObject<Record<never, never>>;

/** An endpoint is a value: types, validation, the OpenAPI document and the tests are read off it. */
export interface Endpoint<
  Params extends Shape = Shape,
  Input extends z.ZodType = z.ZodType,
  Output extends Record<number, z.ZodType> = Record<number, z.ZodType>,
> {
  method: 'GET' | 'POST' | 'PUT';
  /** Express form, `/api/v1/documents/:document_slug`, without a slash at the end; it answers with one too. */
  path: string;
  operationId: string;
  summary: string;
  /** One or two sentences more, with the numbers that a caller needs. */
  description: string;
  /** Set where only an answer tells the address, which holds a signature, or the hash of a content. */
  isToldByAnswers?: boolean;
  /** The family in the documentation. */
  tag: string;
  params: Params;
  /**
   * From the query string for GET, from the body otherwise. There, the paging fields may also stand in the query
   * string, which wins.
   */
  input: Input;
  /** Schemas of the answers by status. */
  output: Output;
  /** What it can answer besides the errors that every endpoint can give. */
  errors: ErrorCode[];
  errorStyle: ErrorStyle;
  /** `partner`: a credential is needed. */
  access: 'partner' | 'public';
  /** The media type of a success, or a range of them: `image/*`. Then the answer says which, whatever is accepted. */
  produces: string;
  /** An input that is answered; the documentation shows it, with the examples of the path's parameters. */
  example?: z.input<Input>;
  /** Still answers, and something else is to be used instead. */
  deprecated?: boolean;
}

type Declaration<P extends Shape, I extends z.ZodType, O extends Record<number, z.ZodType>> = Pick<
  Endpoint<P, I, O>,
  'method' | 'path' | 'operationId' | 'summary' | 'description' | 'tag' | 'input' | 'output'
> &
  Partial<
    Pick<
      Endpoint<P, I, O>,
      | 'isToldByAnswers'
      | 'params'
      | 'errors'
      | 'errorStyle'
      | 'access'
      | 'produces'
      | 'example'
      | 'deprecated'
    >
  >;

/** Declares an endpoint. */
export function endpoint<I extends z.ZodType, O extends Record<number, z.ZodType>, P extends Shape = None>(
  declaration: Declaration<P, I, O>,
): Endpoint<P, I, O> {
  return {
    params: z.object({}) as unknown as P,
    errors: [],
    errorStyle: 'json',
    access: 'partner',
    produces: 'application/json',
    ...declaration,
  };
}

/** What the kernel itself needs; the app adds what its handlers need. */
export interface HttpServices {
  db: Db;
  /** The public base address of this service, without a trailing slash. */
  publicUrl: string;
  /** Verifies the identity provider's tokens; undefined if none is configured. */
  verifyJwt: VerifyJwt | undefined;
  /** Counts the requests of organizations; undefined if no plan is limited. */
  rateLimiter: RateLimiter | undefined;
  clock: () => Date;
}

/** What a handler receives about the request, beside its input and the services. */
export interface RequestContext {
  /** The time of the request, as fixed-width UTC text. */
  now: string;
  /** Undefined on public endpoints. */
  caller: Caller | undefined;
  /** The header Origin. */
  origin: string | undefined;
  /** Returns the address of this request with these query parameters set, or removed where undefined. */
  linkTo: LinkTo;
}

/** An answer that is more than a 200 with a JSON body. */
export class Answer<Body = unknown> {
  readonly body: Body;
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Returns the body compressed with Brotli, for callers that accept it; undefined if it is not kept so. */
  readonly brotli: (() => Promise<Uint8Array>) | undefined;

  constructor(
    body: Body,
    {
      status = 200,
      headers = {},
      brotli,
    }: { status?: number; headers?: Record<string, string>; brotli?: () => Promise<Uint8Array> } = {},
  ) {
    this.body = body;
    this.status = status;
    this.headers = headers;
    this.brotli = brotli;
  }
}

/** Leads to another address. A header holds no letters but Latin ones, which an address as people write it may have. */
export const redirect = (address: string, headers: Record<string, string> = {}): Answer<null> =>
  new Answer(null, { status: 302, headers: { ...headers, Location: new URL(address).href } });

/** A body in pieces, of what is too long to hold at once. */
export class BodyStream {
  readonly chunks: AsyncIterable<string | Uint8Array>;
  constructor(chunks: AsyncIterable<string | Uint8Array>) {
    this.chunks = chunks;
  }
}

type Body<O extends Record<number, z.ZodType>> = z.input<O[keyof O]>;

export interface Route<Services = HttpServices> {
  endpoint: Endpoint;
  handle: (context: Services & RequestContext, input: never) => Promise<unknown>;
}

/** Returns the function that binds handlers with these services to endpoints; the compiler checks them. */
export const routesWith =
  <Services>() =>
  <P extends Shape, I extends z.ZodType, O extends Record<number, z.ZodType>>(
    contract: Endpoint<P, I, O>,
    handle: (
      context: Services & RequestContext,
      input: z.output<I> & z.output<P>,
    ) => Promise<Body<O> | Answer<Body<O> | string | Uint8Array | BodyStream | null>>,
  ): Route<Services> => ({ endpoint: contract, handle });
