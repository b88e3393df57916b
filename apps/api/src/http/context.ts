import { toTimestamp, type LinkTo, type MaybePromise } from '@dossier/shared';
import type { Caller, Committed, SigningKey } from '@dossier/store';
import type { Endpoint, RequestContext } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import { prefers } from './request/accept.ts';
import { POST_LINK } from './request/input.ts';
import type { HttpServices } from './services.ts';
import { stepAside } from './request/step-aside.ts';

type CallOf = (exchange: Exchange, endpoint: Pick<Endpoint, 'operationId'>, input: object) => Promise<never>;

/**
 * Returns a function that returns the context of a handler: the services, and facts of one request. The services are the
 * prototype of all contexts, because a copy for each request takes as long as checking its input.
 * @param call runs an endpoint for an exchange
 */
export function contextsOf<Services extends HttpServices>(services: Services, call: CallOf) {
  class Context implements RequestContext {
    private readonly exchange: Exchange;

    constructor(exchange: Exchange) {
      this.exchange = exchange;
    }

    get path(): string {
      return this.exchange.path;
    }
    get clock(): () => Date {
      this.exchange.isPersonal = true;
      return services.clock;
    }
    get now(): string {
      return toTimestamp(this.clock());
    }
    get caller(): Caller | undefined {
      this.exchange.isPersonal = true;
      return this.exchange.caller;
    }
    get headers(): RequestContext['headers'] {
      this.exchange.isPersonal = true;
      return this.exchange.req.headers;
    }
    get call(): RequestContext['call'] {
      this.exchange.isPersonal = true;
      return (endpoint, input) => call(this.exchange, endpoint, input as object);
    }
    get prefers(): RequestContext['prefers'] {
      this.exchange.isPersonal = true;
      return (type) => prefers(this.exchange.req, type);
    }
    get linkTo(): LinkTo {
      return linksOf(this.exchange, services.publicUrl);
    }
    get stepAside(): RequestContext['stepAside'] {
      return (work) => stepAside(this.exchange, work);
    }
    get signingKeys(): () => MaybePromise<SigningKey[]> {
      return () => services.signingKeys(committedFor(this.exchange, services));
    }
  }
  Object.setPrototypeOf(Context.prototype, services);
  return (exchange: Exchange) => new Context(exchange) as unknown as Services & RequestContext;
}

/** Returns the position of the newest commit when the request arrived, or later. Reads it once for each arrival. */
export const committedFor = ({ arrival }: Exchange, { committed }: HttpServices): MaybePromise<Committed> =>
  (arrival.committed ??= committed());

/** Returns a function that links to other pages. Its links start with PUBLIC_URL, never with the Host header. */
function linksOf({ req: { method }, path, query: sent }: Exchange, publicUrl: string): LinkTo {
  return (paging) => {
    const query = new URLSearchParams(sent as Record<string, string>);
    if (method === 'POST') query.set(POST_LINK.name, POST_LINK.value);
    for (const [name, value] of Object.entries(paging)) {
      if (value === undefined) query.delete(name);
      else query.set(name, value);
    }
    return `${publicUrl}${path}?${query.toString()}`;
  };
}
