import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Answered } from './answers.ts';
import type { ContractRequest } from './requests.ts';

/** Sends a request over HTTP, with the key unless the request has its own credential. */
export async function sendRequest(
  { url, key }: { url: string; key: string },
  method: string,
  { path, query, body, headers }: ContractRequest,
): Promise<Answered> {
  const address = new URL(`${url}${path}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`);
  const encoded = body && (await encodeBody(body));
  const contentType = encoded && { 'content-type': encoded.type, 'content-length': encoded.bytes.length };
  return new Promise((resolve, reject) => {
    // Uses a new connection, because the server may close a kept one just as it is reused.
    const sent = request(
      address,
      { method, agent: false, headers: { authorization: `Token ${key}`, ...contentType, ...headers } },
      (response) => {
        const received = new Headers();
        for (const [name, value] of Object.entries(response.headers)) received.set(name, String(value));
        const { statusCode: status = 0 } = response;
        text(response).then((answer) => resolve({ status, headers: received, text: answer }), reject);
      },
    );
    sent.on('error', reject);
    sent.end(encoded?.bytes);
  });
}

type Body = NonNullable<ContractRequest['body']>;

async function encodeBody({ type, fields = {}, raw }: Body): Promise<{ type: string; bytes: Buffer }> {
  if (raw !== undefined) return { type, bytes: Buffer.from(raw) };
  if (type === 'application/json') return { type, bytes: Buffer.from(JSON.stringify(fields)) };
  const entries = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
  if (type === 'application/x-www-form-urlencoded') {
    return { type, bytes: Buffer.from(new URLSearchParams(entries).toString()) };
  }
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  const multipart = new Response(form);
  return { type: multipart.headers.get('content-type')!, bytes: Buffer.from(await multipart.arrayBuffer()) };
}
