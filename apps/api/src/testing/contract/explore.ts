import fc from 'fast-check';
import { openApiDocument, operationsOf, type OpenApiDocument } from '../../openapi/index.ts';
import { routes } from '../../routes.ts';
import type { TestApi } from '../api.ts';
import { answerProblem, type Documented } from './answers.ts';
import type { ContractRequest } from './requests.ts';
import { schemasOf } from './schemas.ts';
import { sendRequest } from './send.ts';

/** A seed that is the same in every run. */
export const FIXED_SEED = 20260113;

export const document = openApiDocument(routes, 'https://dossier.example');
export const schemas = schemasOf(document);
export const operations = operationsOf(document).map((documented) => ({
  name: documented.operation.operationId,
  documented,
}));

/**
 * Returns whether an operation needs what no generated request has: a signed address, a hash, an API key in its body, a key
 * for test mode, or the id of a key, a webhook, a list, a saved embed or a table.
 */
export const isSecret = ({ path, operation }: Documented) =>
  path.endsWith('/session') ||
  path.startsWith('/api/v1/test/') ||
  /\{(signature|file|key_id|webhook_id|list_id|embed_id|table_id)\}/.test(path) ||
  operation.parameters?.some(({ example }) => String(example).includes('/embeds/')) === true;

interface Exploration {
  /** The number of requests. */
  numRuns: number;
  seed: number;
  /** The document that responses are compared with; by default the API's own. */
  against?: OpenApiDocument;
  /** Returns what is wrong with a status, apart from what the document says. */
  alsoWrong?: (status: number) => string | false;
}

/** Returns what is wrong with a status that is not an error; otherwise false. */
export const isAccepted = (status: number) => status < 400 && `it was answered with ${status}`;

/**
 * Sends generated requests to an operation, and compares each response with the document.
 * @returns the statuses
 * @throws Error with the smallest request whose response is wrong
 */
export async function explore(
  api: TestApi,
  documented: Documented,
  requests: fc.Arbitrary<ContractRequest>,
  { numRuns, seed, against = document, alsoWrong = () => false }: Exploration,
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
