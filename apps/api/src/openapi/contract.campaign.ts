import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import type { z } from 'zod';
import { ignoresUnknown } from '../http/request/input.ts';
import { routes } from '../routes.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import {
  document,
  explore,
  FIXED_SEED,
  isAccepted,
  isSecret,
  operations,
  schemas,
} from '../testing/contract/explore.ts';
import { invalidRequests } from '../testing/contract/invalid-requests.ts';
import { validRequests } from '../testing/contract/requests.ts';
import { insertExamples } from '../testing/contract/rows.ts';

/**
 * CONTRACT_RUNS: requests of each kind for each operation. If it is set, there is a second seed too: a fresh one, or
 * TEST_SEED, which repeats another run.
 */
const { CONTRACT_RUNS, TEST_SEED } = process.env;
const numRuns = Number(CONTRACT_RUNS ?? 25);
const SECOND_SEED = Number(TEST_SEED ?? Date.now() % 2 ** 31);
const seeds = CONTRACT_RUNS === undefined ? [FIXED_SEED] : [FIXED_SEED, SECOND_SEED];

const acceptsAny = ({ def }: z.ZodObject) =>
  def.catchall !== undefined && def.catchall._zod.def.type !== 'never';

/** The operations that ignore unknown parameters, or accept all. */
const passing = new Set(
  routes
    .filter(({ endpoint: { input } }) =>
      [ignoresUnknown, acceptsAny].some((has) => has(input as z.ZodObject)),
    )
    .map(({ endpoint }) => endpoint.operationId),
);
/** The requests of an operation. They depend on the document alone, so both databases get the same ones. */
const requestsOf = new Map(
  operations.map(({ name, documented }) => [
    name,
    {
      valid: validRequests(document, documented),
      invalid: invalidRequests(document, schemas, documented, passing.has(name)),
    },
  ]),
);

describe.each(engines)('every operation on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await insertExamples(api);
  });
  afterAll(() => api.close());

  describe.each(seeds)('with the seed %i', (seed) => {
    it.each(operations)(
      '$name returns a documented response for valid input',
      async ({ name, documented }) => {
        const { valid } = requestsOf.get(name)!;
        const statuses = await explore(api, documented, valid, { numRuns, seed });
        if (!isSecret(documented))
          expect(statuses.some((status) => status < 300 || status === 302 || status === 303)).toBe(true);
      },
    );

    // The start page ignores all input, and with a longer path it is another page.
    it.each(operations.filter(({ documented }) => documented.path !== '/'))(
      '$name returns a documented error for invalid input',
      async ({ name, documented }) => {
        const { invalid } = requestsOf.get(name)!;
        const statuses = await explore(api, documented, invalid, { numRuns, seed, alsoWrong: isAccepted });
        expect(statuses).toHaveLength(numRuns);
      },
    );
  });
});
