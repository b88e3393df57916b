import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { openSearch } from '@dossier/search';
import { chain, fail, testSteps, type ApiError } from '@dossier/shared';
import { committedIn, databaseId, openDatabase, setTestStep, type Caller } from '@dossier/store';
import type { Logger } from 'pino';
import { createApp } from '../app.ts';
import { credentialOf } from '../http/auth/auth.ts';
import { keptCallers } from '../http/auth/kept-callers.ts';
import { scopeNames } from '../http/auth/scopes.ts';
import { rateLimiter } from '../http/limits/rate-limit.ts';
import { rejecting } from '../http/response/reject.ts';
import { countedWindows } from '../http/windows.ts';
import { usageMeter } from '../http/observe/usage.ts';
import type { Addresses } from '../http/request/client-address.ts';
import { requestIdOf } from '../http/request/request-id.ts';
import { isVitalPath } from '../http/request/roots.ts';
import { siblingStyle } from '../http/response/error-style.ts';
import { bodyOf, toApiError } from '../http/response/errors.ts';
import { SECURITY_HEADERS } from '../http/response/security-headers.ts';
import { createPlainAdapter } from '../http/plain-adapter.ts';
import { renderedCache } from '../files/rendered.ts';
import { servedRoutes } from '../routes.ts';
import { startProgram } from '../programs/start-program.ts';
import type { Services } from '../services.ts';
import { changesBetween, delays, drawFault, sendFault } from './faults.ts';
import { sampleSnapshots } from './sample-snapshots.ts';
import { testSigningKeys } from './signing-keys.ts';

/** The scopes of test keys: what reads records. */
const SCOPES = scopeNames.filter((scope) => !['embeds', 'keys', 'lists', 'webhooks'].includes(scope));
const CACHE = 4 * 1024 * 1024;
/** When to send a request again that found no sample. */
const RETRY_SECONDS = 10;
const LAST = testSteps.length - 1;
const PREFIX = /^token +dsr_test_/i;

/** What answers at one step of the sample. */
interface Stage {
  listener: RequestListener;
  close(): Promise<void>;
}

/** Returns the step that a request sees. The last one has no next: its lists do not change. */
const stepOf = ({ testStep = 0 }: Caller, isChanged: boolean) => Math.min(testStep + Number(isChanged), LAST);

/** The part of a service that answers requests with test keys. */
export interface TestMode {
  /** Returns a listener that passes all other requests on. @param addressOf returns the address of a client */
  listener(live: RequestListener, addressOf: Addresses['clientOf']): RequestListener;
  close(): Promise<void>;
}

/**
 * Answers requests with test keys from a sample: with the same routes, over a database of each step. A program makes these
 * databases at the first request. They never change: to advance is to read the next one, and the database of the service
 * says at which step each key is, for all of its processes.
 * @param place the folder of the databases
 */
export function openTestMode(services: Services, place: string, logger: Logger): TestMode {
  const { gate, requestLimiter, clock } = services;
  const endpoints = servedRoutes.map(({ endpoint }) => endpoint);
  const isVital = isVitalPath(endpoints);
  const styleOf = siblingStyle(endpoints);
  const rejects = gate && rejecting({ gate, publicUrl: services.publicUrl }, endpoints, logger);
  const callers = keptCallers(services.db, true);
  const stages = new Map<number, Promise<Stage>>();
  const delayOrLose = delays();
  let making: Promise<string> | undefined;
  const findCaller = (key: string, now: Date) =>
    chain(
      chain(services.committed(), (at) => callers.find(key, now, at)),
      (caller) =>
        caller && { ...caller, scopes: SCOPES.filter((scope) => caller.scopes?.includes(scope) ?? true) },
    );
  const shared: Services = {
    ...services,
    ...{ replica: undefined, answers: undefined, fault: sendFault },
    callers: { find: (key, now) => findCaller(key, now) },
    // The listener has asked these already.
    gate: gate && { ...gate, rejects: () => false },
    requestLimiter: requestLimiter && { ...requestLimiter, countAddress: () => {} },
    rateLimiter: services.rateLimiter && rateLimiter(services.rateLimiter.limits, countedWindows()),
    advance: async ({ key, testStep = 0 }, to = (testStep + 1) % testSteps.length) => {
      await setTestStep(services.db, key!, to);
      return to;
    },
  };

  /** Returns the folder of the databases, which a program makes if they are missing. */
  async function folder(): Promise<string> {
    const { code, stdout, stderr } = await startProgram(['sample', place], {}).ended;
    if (code !== 0) throw new Error(`The program exited with ${code}. ${stderr.trim()}`);
    return (JSON.parse(stdout) as { folder: string }).folder;
  }

  async function open(step: number): Promise<Stage> {
    making ??= folder();
    const files = join(await making, String(step));
    const db = openDatabase(`sqlite:${files}.db`, { lockWait: 0 });
    const search = await openSearch(`sqlite:${files}.search.db`, { database: await databaseId(db) });
    const [pdfs, pngs, pages] = [renderedCache(CACHE), renderedCache(CACHE), renderedCache(CACHE)];
    const signingKeys = testSigningKeys(services.signingKeys);
    const snapshots = sampleSnapshots({ ...shared, db, signingKeys }, files);
    const own = {
      ...shared,
      db,
      signingKeys,
      committed: committedIn(db),
      search,
      snapshots,
      pdfs,
      pngs,
      pages,
    };
    const stage: Services = { ...own, usage: usageMeter(db, countedWindows()) };
    return {
      listener: createPlainAdapter(createApp(stage, logger), servedRoutes, stage, logger),
      close: async () => {
        await search.close();
        await db.destroy();
      },
    };
  }

  /** Returns a step. One that cannot be opened is tried again by the next request. @throws 503 */
  function stageAt(step: number): Promise<Stage> {
    const known = stages.get(step);
    if (known) return known;
    const opened = open(step).catch((error: unknown) => {
      making = undefined;
      stages.delete(step);
      logger.error({ reason: String(error), place }, 'The sample of test mode cannot be read.');
      const problem = 'of test mode cannot be made';
      throw fail('database_unavailable', { problem, seconds: RETRY_SECONDS });
    });
    stages.set(step, opened);
    return opened;
  }

  /**
   * Returns the caller of a request. Without one, the service answers with the error that any other key gets: that of its
   * address, of an unknown key, or of a database in trouble. An unknown key counts twice for its address.
   */
  async function callerOf(req: IncomingMessage, address: string | undefined) {
    try {
      requestLimiter?.countAddress(address, clock());
      return await findCaller(credentialOf(req.headers.authorization).credential, clock());
    } catch {
      return undefined;
    }
  }

  function sendError(req: IncomingMessage, res: ServerResponse, path: string, error: ApiError): void {
    const id = requestIdOf(req);
    const failed = { req, path, publicUrl: services.publicUrl, id };
    const { type, text, policy } = bodyOf(failed, error, styleOf(path));
    res.writeHead(error.status, {
      ...Object.fromEntries(SECURITY_HEADERS),
      ...{ 'Request-Id': id, 'Content-Type': type, 'Cache-Control': 'no-store' },
      ...(error.code === 'database_unavailable' && { 'Retry-After': String(RETRY_SECONDS) }),
      ...(policy && { 'Content-Security-Policy': policy }),
      ...error.headers,
    });
    res.end(text);
  }

  return {
    listener: (live, addressOf) => (req, res) => {
      const { headers, url = '' } = req;
      if (!PREFIX.test(headers.authorization ?? '')) return live(req, res);
      const path = url.split('?', 1)[0]!;
      if (isVital(path)) return live(req, res);
      if (rejects?.(req, res, path)) return;
      const answer = async () => {
        const caller = await callerOf(req, addressOf(req));
        if (!caller) return live(req, res);
        drawFault(req);
        await delayOrLose(req, caller.organization);
        const { listener } = await stageAt(stepOf(caller, changesBetween(req)));
        if (!res.destroyed) listener(req, res);
      };
      answer().catch((error: unknown) => {
        const known = toApiError(error);
        if (known.code === 'internal') logger.error({ err: error, path }, 'A request of test mode failed.');
        if (res.headersSent) res.destroy();
        else sendError(req, res, path, known);
      });
    },
    close: async () => {
      for (const stage of await Promise.allSettled(stages.values()))
        if (stage.status === 'fulfilled') await stage.value.close();
    },
  };
}
