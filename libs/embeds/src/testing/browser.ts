import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { chromium, type Browser, type Page } from 'playwright-core';

export { axeProblems } from './axe.ts';

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
export const WAIT_MS = 300_000;

/**
 * Features of Chromium that no test needs. The first four load pages behind the address bar, which take half of the time
 * of a new window. The others are Playwright's list: Chromium reads only the last one.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** The shell has no windows, tabs or address bar, which take a third of the CPU of a page. */
const SHELL = '/usr/bin/chromium-headless-shell';
const executablePath = process.env.CHROMIUM_PATH ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium');

/** Launches the installed Chromium without background requests. */
export async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    timeout: WAIT_MS,
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      // A process less to talk to, which takes a sixth of the CPU of a page.
      '--in-process-gpu',
      '--font-render-hinting=none',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${DISABLED_FEATURES.join()}`,
    ],
  });
  browser.on('context', (context) => context.setDefaultTimeout(WAIT_MS));
  return browser;
}

let shared: Promise<Browser> | undefined;

/**
 * Returns the browser of this process, which the first call launches. The test files of a worker share it, because a
 * launch takes as long as many tests. Close the contexts that you open, but not the browser. It exits with the process.
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchDetached();
  return shared;
}

/** Launches a browser that does not keep this process alive. Playwright kills it when the process exits. */
async function launchDetached(): Promise<Browser> {
  const started: ChildProcess[] = [];
  const note = (message: unknown) => started.push((message as { process: ChildProcess }).process);
  subscribe('child_process', note);
  try {
    const browser = await launch();
    browser.on('disconnected', () => (shared = undefined));
    return browser;
  } catch (error) {
    shared = undefined;
    throw error;
  } finally {
    unsubscribe('child_process', note);
    for (const child of started.filter(({ spawnfile }) => spawnfile === executablePath)) {
      child.unref();
      for (const stream of child.stdio) if (stream instanceof Socket) stream.unref();
    }
  }
}

/** What Chromium reports of an icon that a server lacks, or of a server that has closed. */
const MISSING = /status of 404|net::ERR_(CONNECTION_|EMPTY_RESPONSE)/;

/**
 * Returns the messages, errors and dialogs of a page from now on. The browser requests the icon of a tab late, maybe when
 * the server of the page's last use has closed. That the icon is missing tells nothing about a page.
 */
export function troubleOf(page: Page): string[] {
  const trouble: string[] = [];
  page.on('console', (message) => {
    const isOfIcon = message.location().url.endsWith('/favicon.ico');
    if (!(isOfIcon && MISSING.test(message.text()))) trouble.push(message.text());
  });
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('dialog', (dialog) => {
    trouble.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  return trouble;
}
