import { sender, type ClientOptions, type Send } from './request.ts';

interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: string; _meta?: Record<string, unknown> };
}

const VERSION = 'io.modelcontextprotocol/protocolVersion';
/** The code of JSON-RPC for an error of the server. */
const FAILED = -32_000;

/**
 * Passes the messages of the Model Context Protocol from standard input to `/mcp` of a service, and prints its answers:
 * one message a line. Returns when the input ends and all messages are answered.
 */
export async function passMessages(options: ClientOptions): Promise<void> {
  const send = sender(options);
  const waiting = new Set<Promise<void>>();
  for await (const line of linesOf(process.stdin.setEncoding('utf8'))) {
    if (line.trim() === '') continue;
    const work = answer(send, line).then((text) => {
      if (text !== '') process.stdout.write(`${text}\n`);
      waiting.delete(work);
    });
    waiting.add(work);
  }
  await Promise.all(waiting);
}

/** Yields lines. Since version 24, `readline` of Node would end them also at U+2028, which JSON may contain. */
async function* linesOf(input: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of input) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  yield rest;
}

/** Returns the answer to a message in one line; an empty text for a notification. */
async function answer(send: Send, line: string): Promise<string> {
  let message: Message = {};
  try {
    message = JSON.parse(line) as Message;
    return await send({
      ...{ address: '/mcp', body: message, headers: () => headersOf(message) },
      read: async (response) => (await response.text()).trim(),
    });
  } catch (error) {
    const { message: text } = error as Error;
    // The service answers a version of the protocol that it does not know with a message, too.
    if (text.startsWith('{"jsonrpc"')) return text;
    if (message.id === undefined) return '';
    return JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: FAILED, message: text } });
  }
}

/** Returns what newer versions of the protocol repeat in headers. */
function headersOf({ method, params }: Message): Record<string, string> {
  const version = params?._meta?.[VERSION];
  if (typeof version !== 'string') return {};
  const { name } = params!;
  return {
    'mcp-protocol-version': version,
    ...(method !== undefined && { 'mcp-method': method }),
    ...(name !== undefined && /^[ -~]*$/.test(name) && { 'mcp-name': name }),
  };
}
