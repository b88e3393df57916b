import { z } from 'zod';

export interface Endpoint {
  url: string;
  model: string;
  key?: string | undefined;
}

/** In place of a status. */
const UNREACHABLE = 0;

/** The endpoint does not answer as it should. The message is a short reason, without host, path or key. */
export class Unexpected extends Error {
  override name = 'Unexpected';
  /** Whether it may answer a little later. */
  readonly isBusy: boolean;
  /** Whether it rejects a text, such as one that is too long. */
  readonly isRejection: boolean;

  constructor(message: string, status?: number, cause?: unknown) {
    super(message, { cause });
    this.isBusy = status !== undefined && [UNREACHABLE, 429, 502, 503, 504].includes(status);
    this.isRejection = status !== undefined && [400, 413, 422].includes(status);
  }
}

/** The most bytes of an answer, for each text: 8,192 numbers of 32 characters. */
const MAX_BYTES = 262_144;

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every(Number.isFinite);
const response = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.custom<number[]>(isVector) })),
});

/**
 * Returns the vectors of texts, of length 1; undefined for one without a direction.
 * @param timeout in milliseconds, for the whole answer
 * @throws Unexpected if the endpoint does not return one vector for each text, all with as many numbers
 */
export async function postTexts(
  { url, model, key }: Endpoint,
  input: string[],
  timeout: number,
): Promise<(Float32Array | undefined)[]> {
  const body = await post(url, key, { model, input }, timeout, MAX_BYTES * input.length);
  const { success, data: parsed } = response.safeParse(body);
  if (!success) throw new Unexpected('it does not return vectors');
  const byIndex = new Map(parsed.data.map(({ index, embedding }) => [index, embedding]));
  const vectors = input.flatMap((_, index) => (byIndex.get(index) ? [byIndex.get(index)!] : []));
  if (vectors.length < input.length || parsed.data.length > input.length) {
    throw new Unexpected('it does not return one vector for each text');
  }
  if (vectors.some(({ length }) => length !== vectors[0]!.length)) {
    throw new Unexpected('it returns vectors of different lengths');
  }
  return vectors.map(toUnit);
}

async function post(
  url: string,
  key: string | undefined,
  body: object,
  timeout: number,
  most: number,
): Promise<unknown> {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/embeddings`;
  const request = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
    // Neither texts nor the key go to an address that the operator did not name.
    redirect: 'manual' as const,
    signal: AbortSignal.timeout(timeout),
  };
  try {
    const answer = await fetch(address, request).catch((error: unknown) => {
      if (request.signal.aborted) throw error;
      // The server may have closed a kept connection at the same moment.
      return fetch(address, request);
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new Unexpected(`status ${answer.status}`, answer.status);
    }
    return JSON.parse(await readText(answer, most));
  } catch (error) {
    if (error instanceof Unexpected) throw error;
    if (error instanceof SyntaxError) throw new Unexpected('it does not return JSON', undefined, error);
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw isLate
      ? new Unexpected('it takes too long', undefined, error)
      : new Unexpected('it cannot be reached', UNREACHABLE, error);
  }
}

async function readText({ body }: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest of the answer.
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.byteLength;
    if (length > most) throw new Unexpected('its answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** Scales a vector to length 1, from numbers of any size. */
function toUnit(numbers: number[]): Float32Array | undefined {
  const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  if (largest === 0) return undefined;
  const scaled = numbers.map((number) => number / largest);
  const length = Math.sqrt(scaled.reduce((sum, number) => sum + number * number, 0));
  return Float32Array.from(scaled, (number) => number / length);
}
