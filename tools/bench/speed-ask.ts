import { Agent, request } from 'node:http';

/** A request that is sent repeatedly. */
export interface Target {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  body?: string | undefined;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request once and returns the whole response body. @throws unless it succeeds */
export async function ask({ url, method, headers, body }: Target): Promise<Buffer> {
  const { status, answer } = await new Promise<{ status: number; answer: Buffer }>((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode!, answer: Buffer.concat(chunks) }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
  if (status >= 300) throw new Error(`${method} ${url} returned ${status}: ${answer.toString()}`);
  return answer;
}
