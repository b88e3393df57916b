import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** Thrown if a token cannot be verified, because the provider's keys are unavailable or unusable. */
export class IssuerKeysUnavailable extends Error {
  override name = 'IssuerKeysUnavailable';
}

/** Older keys are fetched again. */
const MAX_AGE_MS = 10 * 60_000;
/** While the provider does not answer, keys are used up to this age. */
const STALE_MS = 60 * 60_000;
/** The least time between two requests: a token with an unknown key causes one, and so does one after a failure. */
const COOLDOWN_MS = 30_000;
const TIMEOUT_MS = 3_000;
/** A provider has a few keys, of a few kilobytes. */
const MAX_BYTES = 256 * 1024;

interface Keys {
  find: JWTVerifyGetKey;
  fetchedAt: number;
}

/** The public keys of an identity provider. */
interface IssuerKeys {
  /** Returns a function that finds the key of a token. It throws IssuerKeysUnavailable if the keys are unavailable. */
  at(now: Date): JWTVerifyGetKey;
}

/** Returns the keys at an address, which are fetched when needed and cached. */
export function issuerKeys(url: string): IssuerKeys {
  let keys: Keys | undefined;
  let attemptAt = -Infinity;
  let failure: unknown;
  let fetching: Promise<void> | undefined;

  const refresh = (at: number): Promise<void> =>
    (fetching ??= fetchKeys(url)
      .then((set) => {
        keys = { find: createLocalJWKSet(set), fetchedAt: at };
        failure = undefined;
      })
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => {
        attemptAt = at;
        fetching = undefined;
      }));
  const mayFetch = (at: number) => at - attemptAt >= COOLDOWN_MS;
  const unavailable = () =>
    new IssuerKeysUnavailable('The keys of the identity provider are unavailable.', { cause: failure });

  async function known(at: number): Promise<Keys> {
    if ((!keys || at - keys.fetchedAt > MAX_AGE_MS) && (fetching || mayFetch(at))) await refresh(at);
    if (!keys || at - keys.fetchedAt > STALE_MS) throw unavailable();
    return keys;
  }

  return {
    at: (now) => async (header, token) => {
      const at = now.getTime();
      const { find } = await known(at);
      try {
        return await find(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        if (mayFetch(at)) await refresh(at);
        // While the provider does not answer, the key may be one that it has added.
        if (failure !== undefined) throw unavailable();
        return keys!.find(header, token);
      }
    },
  };
}

/** Fetches the keys. @throws Error if the provider does not answer in time, or not with a set of keys */
async function fetchKeys(url: string): Promise<JSONWebKeySet> {
  const answer = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json, application/jwk-set+json' },
  });
  if (answer.status !== 200 || !answer.body) {
    await answer.body?.cancel();
    throw new Error(`The identity provider returned ${answer.status}.`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`The keys of the identity provider exceed ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString()) as JSONWebKeySet;
}
