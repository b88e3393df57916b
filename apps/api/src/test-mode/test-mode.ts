import { createHmac } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { openSearch } from '@dossier/search';
import { chain, fail, testSteps } from '@dossier/shared';
import { committedIn, databaseId, openDatabase, setTestStep } from '@dossier/store';
import type { Logger } from 'pino';
import { createApp } from '../app.ts';
import { credentialOf } from '../http/auth/auth.ts';
import { keptCallers } from '../http/auth/kept-callers.ts';
import { scopeNames } from '../http/auth/scopes.ts';
import { rateLimiter } from '../http/limits/rate-limit.ts';
import { countedWindows } from '../http/limits/windows.ts';
import { usageMeter } from '../http/observe/usage.ts';
import { requestIdOf } from '../http/request/request-id.ts';
import { bodyOf } from '../http/response/errors.ts';
import { createPlainAdapter } from '../http/plain-adapter.ts';
import { renderedCache } from '../files/rendered.ts';
import { servedRoutes } from '../resources/index.ts';
import { startProgram } from '../server/start-program.ts';
import type { Services } from '../services.ts';
import { openSnapshots } from '../snapshots/snapshots.ts';
import { changesBetween, delayOrLose, drawFault, sendFault } from './faults.ts';

/** The scopes of test keys: what reads records. */
const SCOPES = scopeNames.filter((scope) => !['embeds', 'keys', 'webhooks'].includes(scope));
const CACHE = 4 * 1024 * 1024;
const PREFIX = /^token +dsr_test_/i;

/** What answers at one step of the sample. */
interface Stage {
  listener: RequestListener;
  close(): Promise<void>;
}

/** The part of a service that answers requests with test keys. */
export interface TestMode {
  /** Returns a listener that passes all other requests on. */
  listener(live: RequestListener): RequestListener;
  close(): Promise<void>;
}

/**
 * Answers requests with test keys from a sample: with the same routes, over a database of each step. A program makes these
 * databases at the first request. They never change: to advance is to read the next one, and the database of the service
 * says at which step each key is, for all of its processes.
 * @param place the folder of the databases
 */
export function openTestMode(services: Services, place: string, logger: Logger): TestMode {
  const callers = keptCallers(services.db, true);
  const stages = new Map<number, Promise<Stage>>();
  let making: Promise<string> | undefined;
  const findCaller = (key: string, now: Date) =>
    chain(
      chain(services.committed(), (at) => callers.find(key, now, at)),
      (caller) => caller && { ...caller, scopes: caller.scopes ?? SCOPES },
    );
  const shared: Services = {
    ...services,
    ...{ replica: undefined, answers: undefined, fault: sendFault },
    callers: { find: (key, now) => findCaller(key, now) },
    // Addresses that a test key gets must not lead to the data.
    signingKeys: () =>
      chain(services.signingKeys(), (keys) =>
        keys.map(({ id, secret }) => ({
          id,
          secret: createHmac('sha256', secret).update('test').digest('hex'),
        })),
      ),
    rateLimiter: services.rateLimiter && rateLimiter(services.rateLimiter.limits, countedWindows()),
    advance: async ({ key, testStep = 0 }, to = (testStep + 1) % testSteps.length) => {
      await setTestStep(services.db, key!, to);
      return to;
    },
  };

  /** Returns the folder of the databases, which a program makes if they are missing. */
  async function folder(): Promise<string> {
    const { code, stdout, stderr } = await startProgram(['sample', place], {}).ended;
    if (code !== 0) throw new Error(stderr.trim());
    return (JSON.parse(stdout) as { folder: string }).folder;
  }

  async function open(step: number): Promise<Stage> {
    making ??= folder();
    const files = join(await making, String(step));
    const db = openDatabase(`sqlite:${files}.db`, { lockWait: 0 });
    const search = await openSearch(`sqlite:${files}.search.db`, { database: await databaseId(db) });
    const [pdfs, pngs, pages] = [renderedCache(CACHE), renderedCache(CACHE), renderedCache(CACHE)];
    const snapshots = openSnapshots(`${files}.snapshots`, {});
    const own = { ...shared, db, committed: committedIn(db), search, snapshots, pdfs, pngs, pages };
    const stage: Services = { ...own, usage: usageMeter(db, countedWindows()) };
    return {
      listener: createPlainAdapter(createApp(stage, logger), servedRoutes, stage, logger),
      close: async () => {
        await search.close();
        await db.destroy();
      },
    };
  }

  /** Returns a step. One that cannot be opened is tried again by the next request. */
  function stageAt(step: number): Promise<Stage> {
    const known = stages.get(step);
    if (known) return known;
    const opened = open(step);
    stages.set(step, opened);
    opened.catch(() => {
      making = undefined;
      stages.delete(step);
    });
    return opened;
  }

  return {
    listener: (live) => (req, res) => {
      const { authorization } = req.headers;
      if (!authorization || !PREFIX.test(authorization)) return live(req, res);
      const answer = async () => {
        const caller = await findCaller(credentialOf(authorization).credential, services.clock());
        // Its error is that of any unknown key.
        if (!caller) return live(req, res);
        drawFault(req);
        await delayOrLose(req);
        const step = ((caller.testStep ?? 0) + Number(changesBetween(req))) % testSteps.length;
        const { listener } = await stageAt(step);
        if (!res.destroyed) listener(req, res);
      };
      answer().catch((error: unknown) => {
        logger.error({ reason: String(error) }, 'The sample of test mode cannot be read.');
        const id = requestIdOf(req);
        const failed = { req, path: req.url ?? '', publicUrl: services.publicUrl, id };
        const { type, text } = bodyOf(failed, fail('internal'), 'json');
        res.writeHead(500, { 'Request-Id': id, 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
      });
    },
    close: async () => {
      for (const stage of await Promise.allSettled(stages.values()))
        if (stage.status === 'fulfilled') await stage.value.close();
    },
  };
}
