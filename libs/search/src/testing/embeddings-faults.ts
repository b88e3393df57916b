import type { ServerResponse } from 'node:http';

export type EmbeddingsFault = keyof typeof FAULTS;

const CHUNK = ' '.repeat(100_000);

/** Sends vectors. The order of an answer is that of `index`, whatever the order of the list. */
export function sendVectors(to: ServerResponse, vectors: unknown[]): void {
  to.setHeader('content-type', 'application/json').end(bodyOf(vectors));
}

const bodyOf = (vectors: unknown[]): string =>
  JSON.stringify({
    object: 'list',
    model: 'test',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).reverse(),
  });

/** Wrong answers of an endpoint. */
export const FAULTS = {
  fails: (to: ServerResponse) => to.writeHead(500).end('it failed'),
  redirects: (to: ServerResponse) => to.writeHead(307, { location: '/v1/embeddings?redirected' }).end(),
  'returns no JSON': (to: ServerResponse) => to.end('<html>'),
  'returns no vector': (to: ServerResponse) => sendVectors(to, []),
  'returns too many vectors': (to: ServerResponse, vectors: number[][]) =>
    sendVectors(to, [...vectors, ...vectors]),
  'returns vectors of other lengths': (to: ServerResponse, vectors: number[][]) =>
    sendVectors(
      to,
      vectors.map((vector, place) => vector.slice(place + 1)),
    ),
  'returns infinite numbers': (to: ServerResponse, vectors: number[][]) =>
    to.end(bodyOf(vectors).replace(/-?\d+,/, '1e999,')),
  'never ends its answer': (to: ServerResponse, _vectors: number[][], onWrite: (bytes: number) => void) => {
    const write = () => {
      while (!to.destroyed && to.write(CHUNK)) onWrite(CHUNK.length);
    };
    to.on('drain', write);
    write();
  },
};
