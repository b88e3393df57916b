import { setTimeout as sleep } from 'node:timers/promises';
import { SearchUnavailable } from '../search-engine.ts';
import { cut } from '../words/cut.ts';
import { postTexts, Unexpected } from './post-texts.ts';
import { rememberFor } from './remember.ts';

/** The endpoint that turns texts into vectors, with the API of OpenAI: `POST <url>/embeddings`. */
export interface EmbeddingsOptions {
  /** The address before `/embeddings`. */
  url: string;
  model: string;
  key?: string | undefined;
  /** How long a query waits for its vector, in milliseconds. */
  budget: number;
}

export interface Embedder {
  model: string;
  /**
   * Returns a unit vector for each text; undefined for one without a direction (all zeros). It repeats a request
   * that a busy endpoint rejects, and shortens a text that is too long for the model.
   * @throws SearchUnavailable if the endpoint does not return them
   */
  embed(texts: string[]): Promise<(Float32Array | undefined)[]>;
  /**
   * Returns the vector of a query; undefined if the endpoint does not return one in time. The result,
   * also `undefined`, is cached for ten minutes, so that the pages of a query are parts of one list.
   */
  vectorOf(text: string): Promise<Float32Array | undefined>;
}

/** The most texts of a request, and how long it may take in milliseconds. */
const AT_ONCE = 64;
const TIMEOUT = 60_000;
/** The waits before the next request to a busy or unreachable endpoint, in milliseconds. */
const WAITS = [250, 1_000, 4_000];
/** A text of at most this many characters is not too long for any model. */
const SHORT = 250;
const REMEMBERED = { entries: 1_000, ms: 600_000 };

/** Returns the client of an endpoint. It sends no request until it is used. */
export function openEmbedder({ budget, ...endpoint }: EmbeddingsOptions): Embedder {
  async function patiently(texts: string[]): Promise<(Float32Array | undefined)[]> {
    for (let tries = 0; ; tries++) {
      try {
        return await postTexts(endpoint, texts, TIMEOUT);
      } catch (error) {
        const wait = error instanceof Unexpected && error.isBusy ? WAITS[tries] : undefined;
        if (wait === undefined) throw error;
        await sleep(wait);
      }
    }
  }

  /** Asks for fewer texts, and then for less of a text, while the endpoint rejects them as input. */
  async function embed(texts: string[]): Promise<(Float32Array | undefined)[]> {
    try {
      return await patiently(texts);
    } catch (error) {
      if (!(error instanceof Unexpected && error.isRejection)) throw error;
      const half = Math.ceil(texts.length / 2);
      if (texts.length > 1)
        return [...(await embed(texts.slice(0, half))), ...(await embed(texts.slice(half)))];
      const [text = ''] = texts;
      if (text.length <= SHORT) throw error;
      return embed([cut(text, text.length / 2)]);
    }
  }

  return {
    model: endpoint.model,
    embed: async (texts) => {
      const vectors: (Float32Array | undefined)[] = [];
      for (let start = 0; start < texts.length; start += AT_ONCE) {
        try {
          vectors.push(...(await embed(texts.slice(start, start + AT_ONCE))));
        } catch (error) {
          const reason = error instanceof Unexpected ? `: ${error.message}` : '';
          throw new SearchUnavailable(`the embeddings endpoint does not answer as expected${reason}`, {
            cause: error,
          });
        }
      }
      return vectors;
    },
    vectorOf: rememberFor(REMEMBERED, (text) =>
      postTexts(endpoint, [text], budget).then(
        ([vector]) => vector,
        () => undefined,
      ),
    ),
  };
}
