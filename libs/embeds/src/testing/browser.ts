import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser } from 'playwright-core';

export type Answer = { type: string; body: string; headers?: Record<string, string> };

/** Serves the given answers by their path on a free port; any other path is 404. */
export async function serve(
  answers: Record<string, Answer>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    response.writeHead(answer ? 200 : 404, {
      'content-type': answer?.type ?? 'text/plain',
      ...answer?.headers,
    });
    response.end(answer?.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** How long a test waits for the browser, in milliseconds. Half a minute, the default, is too short on a busy machine. */
const WAIT_MS = 300_000;

/** Launches the installed Chromium without background requests. */
export async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    timeout: WAIT_MS,
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  browser.on('context', (context) => context.setDefaultTimeout(WAIT_MS));
  return browser;
}
