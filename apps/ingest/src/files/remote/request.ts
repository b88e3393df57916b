import type { Dispatcher } from 'undici';
import type { Validators } from './address.ts';

interface Sent {
  /** Who asks: the header User-Agent. */
  agent: string;
  /** What the server sent with the stored file: it answers 304 if the file has not changed since. */
  known: Validators | undefined;
  headers?: Record<string, string>;
  signal: AbortSignal;
  dispatcher?: Dispatcher;
}

/** The head of a response, and its body as the server sent it. */
export interface Received {
  status: number;
  header: (name: string) => string | undefined;
  validators: Validators;
  body: Dispatcher.ResponseData['body'];
}

/** Sends one GET for a file. Follows no redirect. @throws what undici throws, also while the body is read */
export async function requestFile(
  url: URL,
  { agent, known, headers: more, signal, dispatcher }: Sent,
): Promise<Received> {
  const { request } = await import('undici');
  const { statusCode, headers, body } = await request(url, {
    headers: {
      'user-agent': agent,
      accept: '*/*',
      ...(known?.etag && { 'if-none-match': known.etag }),
      ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
      ...more,
    },
    signal,
    ...(dispatcher && { dispatcher }),
  });
  const header = (name: string) => [headers[name] ?? []].flat()[0];
  return {
    status: statusCode,
    header,
    validators: { etag: header('etag'), lastModified: header('last-modified') },
    body,
  };
}
