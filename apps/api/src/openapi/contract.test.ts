import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engines } from '@dossier/store/testing';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { answerProblem, type Documented } from '../testing/contract/answers.ts';
import {
  document,
  explore,
  FIXED_SEED,
  isAccepted,
  isSecret,
  operations,
  schemas,
} from '../testing/contract/explore.ts';
import { validRequests } from '../testing/contract/requests.ts';
import { insertExamples } from '../testing/contract/rows.ts';
import { sendRequest } from '../testing/contract/send.ts';
import { operationsOf } from './index.ts';

/** Enough requests to make each check of `contract.campaign.ts` fail. */
const numRuns = 25;

describe.each(engines)('every operation on %s', (engine) => {
  let api: TestApi;
  let testKey: string;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await insertExamples(api);
    testKey = (await api.send('post', '/api/v1/keys/', { mode: 'test' })).body.key;
  });
  afterAll(() => api.close());

  it.each(operations)('$name accepts its own example', async ({ documented }) => {
    const { method, path, operation } = documented;
    const { parameters = [], requestBody } = operation;
    const given = parameters.filter(({ example }) => example !== undefined);
    const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    const key = operation.operationId === 'advanceTest' ? testKey : api.key;
    const answer = await sendRequest({ ...api, key }, method, {
      path: given.reduce((filled, { name, example }) => filled.replace(`{${name}}`, String(example)), path),
      query: given
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, example }) => [name, String(example)]),
      headers: {},
      ...(type && { body: { type, fields: media!.example as Record<string, unknown> } }),
    });
    expect(answerProblem(document, schemas, documented, answer)).toBeUndefined();
    if (isSecret(documented) && key !== testKey)
      expect(answer.status).toBe(path.endsWith('/session') ? 401 : 404);
    else expect([answer.text, answer.status < 400]).toEqual([answer.text, true]);
  });

  describe('the contract check', () => {
    const news = operations.find(({ name }) => name === 'listNews')!.documented;
    const spoiled = (spoil: (operation: Documented['operation']) => void) => {
      const against = structuredClone(document);
      const documented = operationsOf(against).find(({ operation }) => operation.operationId === 'listNews')!;
      spoil(documented.operation);
      return explore(api, documented, validRequests(document, news), { numRuns, seed: FIXED_SEED, against });
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
      const valid = validRequests(document, news);
      const lax = explore(api, news, valid, { numRuns, seed: FIXED_SEED, alsoWrong: isAccepted });
      await expect(lax).rejects.toThrow(/it was answered with/);
    });
  });
});
