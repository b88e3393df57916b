import type { MaybePromise } from '@dossier/shared';
import type { Committed, Db, Replica, SigningKey } from '@dossier/store';
import type { Exchange } from './exchange.ts';
import type { Gate } from './limits/gate.ts';
import type { VerifyJwt } from './auth/jwt.ts';
import type { KeptAnswers } from './response/kept-answers.ts';
import type { KeptCallers } from './auth/kept-callers.ts';
import type { RequestObserver } from './observe/observe.ts';
import type { Timings } from './observe/timings.ts';
import type { RateLimiter } from './limits/rate-limit.ts';
import type { RequestLimiter } from './limits/request-limit.ts';
import type { UsageMeter } from './observe/usage.ts';

/** The services that the HTTP kernel needs. The app adds those of its handlers. */
export interface HttpServices {
  db: Db;
  /** Answers reads instead of `db`; undefined if there is none. */
  replica: Replica | undefined;
  /** Reads what is committed. */
  committed: () => MaybePromise<Committed>;
  /** Returns the callers of keys. */
  callers: KeptCallers;
  /** Caches answers; undefined if the cache is off. */
  answers: KeptAnswers | undefined;
  /** The public base address of this service, without a trailing slash. */
  publicUrl: string;
  /** Verifies the identity provider's tokens; undefined if none is configured. */
  verifyJwt: VerifyJwt | undefined;
  /**
   * Returns the keys that sign embed addresses; the first one signs.
   * @param at the version of the committed data, if the caller has read it
   */
  signingKeys: (at?: MaybePromise<Committed>) => MaybePromise<SigningKey[]>;
  /** Counts the requests of organizations; undefined if no plan is limited. */
  rateLimiter: RateLimiter | undefined;
  /** Counts plain requests by key and by address; undefined for no limit. */
  requestLimiter: RequestLimiter | undefined;
  /** Sends the fault that a request with a test key asks for; undefined for other requests. @throws its error */
  fault?: (exchange: Exchange) => void;
  /** Counts what organizations use. */
  usage: UsageMeter;
  /** Decides which requests are accepted, and when each begins; undefined to begin each at once. */
  gate: Gate | undefined;
  /** How long operations take in this process. */
  timings: Timings;
  /** The observers of requests, besides the log. */
  observers: RequestObserver[];
  clock: () => Date;
}
