import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { z } from 'zod';
import type { EmbeddingsOptions } from '../embeddings/embedder.ts';
import { tokenize } from '../words/tokens.ts';
import { FAULTS, sendVectors, type EmbeddingsFault } from './embeddings-faults.ts';

/** A server with the embeddings API of OpenAI, on loopback, for tests. */
export interface EmbeddingsServer {
  options: EmbeddingsOptions;
  /** The texts of each request, in their order. */
  requests: string[][];
  /** The `Authorization` header of the last request. */
  authorization: string | undefined;
  mode: 'answers' | 'hangs' | 'is busy once' | 'breaks off once' | 'rejects long texts' | EmbeddingsFault;
  dimensions: number;
  /** How many bytes it wrote of answers that are never complete. */
  written: number;
  close(): Promise<void>;
}

/** How many characters a text may have when the server `rejects long texts`. */
const LONG = 600;
/** Words with one meaning, in each line. */
const SYNONYMS = [
  ['automobile', 'car', 'vehicle'],
  ['physician', 'doctor', 'medic'],
  ['illness', 'disease', 'sickness'],
].map((words) => new Set(words));

const request = z.object({ model: z.string(), input: z.array(z.string()) });

/**
 * Starts a server. The vector of a text is the sum of the vectors of its words, which are random and always the same: a word has
 * the vector of its first synonym. Texts with no meaning in common are nearly at right angles.
 * @param embed makes other vectors
 */
export async function startEmbeddings(embed = vectorOf): Promise<EmbeddingsServer> {
  const server = createServer((incoming, outgoing) => {
    void textOf(incoming).then((body) => {
      const { input } = request.parse(JSON.parse(body));
      running.requests.push(input);
      running.authorization = incoming.headers.authorization;
      answer(outgoing, input, incoming.url ?? '');
    });
  });

  function answer(outgoing: ServerResponse, input: string[], path: string): void {
    const { mode, dimensions } = running;
    const vectors = input.map((text) => embed(text, dimensions));
    if (mode === 'hangs') return;
    if (mode === 'is busy once') {
      running.mode = 'answers';
      outgoing.writeHead(429).end();
    } else if (mode === 'breaks off once') {
      running.mode = 'answers';
      outgoing.destroy();
    } else if (mode === 'rejects long texts' && input.some(({ length }) => length > LONG)) {
      outgoing.writeHead(413).end();
    } else if (mode in FAULTS && !path.endsWith('?redirected')) {
      FAULTS[mode as EmbeddingsFault](outgoing, vectors, (bytes) => (running.written += bytes));
    } else {
      sendVectors(outgoing, vectors);
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const running: EmbeddingsServer = {
    options: { url: `http://127.0.0.1:${port}/v1`, model: 'test', key: 'embeddings-key', budget: 10_000 },
    requests: [],
    authorization: undefined,
    mode: 'answers',
    dimensions: 64,
    written: 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return running;
}

function vectorOf(text: string, dimensions: number): number[] {
  const sum = Array<number>(dimensions).fill(0);
  for (const { text: word } of tokenize(text)) {
    const [meaning = word] = SYNONYMS.find((words) => words.has(word)) ?? [];
    const seed = createHash('sha512').update(meaning).digest();
    for (let place = 0; place < dimensions; place++) {
      sum[place]! += (seed[place >> 3]! >> (place & 7)) & 1 ? 1 : -1;
    }
  }
  return sum;
}
