import type { Answered } from './answers.ts';
import type { ContractRequest } from './requests.ts';

/** Sends a request over HTTP, with the key unless it brings a credential of its own. */
export async function sendRequest(
  { url, key }: { url: string; key: string },
  method: string,
  { path, query, body, headers }: ContractRequest,
): Promise<Answered> {
  const address = `${url}${path}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`;
  const encoded = encodeBody(body);
  const response = await fetch(address, {
    method,
    redirect: 'manual',
    headers: { authorization: `Token ${key}`, ...encoded.headers, ...headers },
    ...(encoded.body !== undefined && { body: encoded.body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function encodeBody(body: ContractRequest['body']): { headers?: Record<string, string>; body?: BodyInit } {
  if (!body) return {};
  const { type, fields = {}, raw } = body;
  const headers = { 'content-type': type };
  if (raw !== undefined) return { headers, body: raw };
  if (type === 'application/json') return { headers, body: JSON.stringify(fields) };
  const entries = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
  if (type === 'application/x-www-form-urlencoded')
    return { headers, body: new URLSearchParams(entries).toString() };
  const form = new FormData();
  // Its boundary belongs to the header, which is therefore made from it.
  for (const [name, value] of entries) form.append(name, value);
  return { body: form };
}
