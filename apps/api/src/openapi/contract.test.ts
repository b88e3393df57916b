import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import fc from 'fast-check';
import type { z } from 'zod';
import { ignoresUnknown } from '../http/input.ts';
import { routes } from '../resources/index.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { answerProblem, type Documented } from '../testing/contract/answers.ts';
import { invalidRequests } from '../testing/contract/invalid-requests.ts';
import { validRequests, type ContractRequest } from '../testing/contract/requests.ts';
import { insertExamples } from '../testing/contract/rows.ts';
import { schemasOf } from '../testing/contract/schemas.ts';
import { sendRequest } from '../testing/contract/send.ts';
import { openApiDocument, operationsOf, type OpenApiDocument } from './index.ts';

/**
 * CONTRACT_RUNS: requests of each kind for each operation. Asked for, they are made from a second seed too: a fresh
 * one, or CONTRACT_SEED, to see again what another run has seen.
 */
const { CONTRACT_RUNS, CONTRACT_SEED } = process.env;
const numRuns = Number(CONTRACT_RUNS ?? 25);
const FIXED_SEED = 20260113;
const SECOND_SEED = Number(CONTRACT_SEED ?? Date.now() % 2 ** 31);
const seeds = CONTRACT_RUNS === undefined ? [FIXED_SEED] : [FIXED_SEED, SECOND_SEED];

const document = openApiDocument(routes, 'https://dossier.example');
const schemas = schemasOf(document);
const operations = operationsOf(document).map((documented) => ({
  name: documented.operation.operationId,
  documented,
}));
/** The operations that take no notice of parameters that they do not know. */
const passing = new Set(
  routes
    .filter(({ endpoint }) => ignoresUnknown(endpoint.input as z.ZodObject))
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
/** They are asked for a signed address, a hash or an API key, which nobody can make up: those are never found. */
const isSecret = ({ path, operation }: Documented) =>
  path.endsWith('/session') ||
  /\{(signature|file)\}/.test(path) ||
  operation.parameters?.some(({ example }) => String(example).includes('/embeds/')) === true;

describe.each(engines)('every operation on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await insertExamples(api);
  });
  afterAll(() => api.close());

  /** Sends made-up requests and holds each answer to the document; gives the statuses. */
  async function explore(
    documented: Documented,
    requests: fc.Arbitrary<ContractRequest>,
    seed: number,
    {
      against = document,
      alsoWrong = () => false as const,
    }: { against?: OpenApiDocument; alsoWrong?: (status: number) => string | false } = {},
  ): Promise<number[]> {
    const statuses: number[] = [];
    const checks = against === document ? schemas : schemasOf(against);
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const answer = await sendRequest(api, documented.method, request);
        statuses.push(answer.status);
        const problem = answerProblem(against, checks, documented, answer) ?? alsoWrong(answer.status);
        if (problem) throw new Error(problem);
      }),
      { numRuns, seed, includeErrorInReport: true },
    );
    return statuses;
  }

  describe.each(seeds)('with the seed %i', (seed) => {
    it.each(operations)(
      '$name returns a documented response for valid input',
      async ({ name, documented }) => {
        const statuses = await explore(documented, requestsOf.get(name)!.valid, seed);
        if (!isSecret(documented))
          expect(statuses.some((status) => status < 300 || status === 302 || status === 303)).toBe(true);
      },
    );

    it.each(operations)(
      '$name returns a documented error for invalid input',
      async ({ name, documented }) => {
        await explore(documented, requestsOf.get(name)!.invalid, seed, {
          alsoWrong: (status) => status < 400 && `it was answered with ${status}`,
        });
      },
    );
  });

  it.each(operations)('$name accepts its own example', async ({ documented }) => {
    const { method, path, operation } = documented;
    const { parameters = [], requestBody } = operation;
    const given = parameters.filter(({ example }) => example !== undefined);
    const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    const answer = await sendRequest(api, method, {
      path: given.reduce((filled, { name, example }) => filled.replace(`{${name}}`, String(example)), path),
      query: given
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, example }) => [name, String(example)]),
      headers: {},
      ...(type && { body: { type, fields: media!.example as Record<string, unknown> } }),
    });
    expect(answerProblem(document, schemas, documented, answer)).toBeUndefined();
    if (isSecret(documented)) expect(answer.status).toBe(path.endsWith('/session') ? 401 : 404);
    else expect([answer.text, answer.status < 400]).toEqual([answer.text, true]);
  });

  describe('the contract check', () => {
    const news = operations.find(({ name }) => name === 'listNews')!.documented;
    const spoiled = (spoil: (operation: Documented['operation']) => void) => {
      const against = structuredClone(document);
      const documented = operationsOf(against).find(({ operation }) => operation.operationId === 'listNews')!;
      spoil(documented.operation);
      return explore(documented, validRequests(document, news), FIXED_SEED, { against });
    };

    it('fails when a status is not declared', async () => {
      await expect(spoiled(({ responses }) => delete responses['400'])).rejects.toThrow(
        /400 is not declared/,
      );
    });

    it('fails when a response does not match its schema', async () => {
      const narrow = spoiled(({ responses }) => {
        const { schema } = responses['200']!.content!['application/json']!;
        delete schema.properties!['meta'];
      });
      await expect(narrow).rejects.toThrow(/200 is outside its schema/);
    });

    it('fails when a media type is not declared', async () => {
      const without = spoiled(
        ({ responses }) => delete responses['400']!.content!['application/problem+json'],
      );
      await expect(without).rejects.toThrow(/type application\/problem\+json is not declared/);
    });

    it('fails when the server fails', async () => {
      const answer = { status: 500, headers: new Headers(), text: '' };
      expect(answerProblem(document, schemas, news, answer)).toMatch(/the server failed/);
    });

    it("fails when a response contains the validator's own words", () => {
      const text = JSON.stringify({
        error: 'page: Too big: expected number to be <=10',
        code: 'invalid_input',
      });
      const problem = answerProblem(document, schemas, news, { status: 400, headers: new Headers(), text });
      expect(problem).toMatch(/validator's own words/);
    });

    it('fails when invalid input is accepted', async () => {
      const lax = explore(news, validRequests(document, news), FIXED_SEED, {
        alsoWrong: (status) => status < 400 && `it was answered with ${status}`,
      });
      await expect(lax).rejects.toThrow(/it was answered with/);
    });
  });
});
