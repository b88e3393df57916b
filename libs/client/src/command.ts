#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { passMessages } from './mcp.ts';
import { createClient, DossierError, FinalError, mirror, openStore, verify } from './index.ts';

const USAGE = `Usage: dossier-client mirror <store> [--follow]
       dossier-client mirror verify <store>
       dossier-client mcp

Copy all records of a service, and keep the copy up to date. Run it again at any time: it goes on where it was.
"verify" compares the copy with the checksums of the service, and repairs the records that differ.

"mcp" passes messages of the Model Context Protocol from standard input to the service, and its answers to standard output.

Stores: sqlite:<file>, folder:<path>, postgres://<user>@<host>/<database>

  --follow       keep running, and copy each change when it comes
  --url <url>    the address of the service, instead of DOSSIER_URL
  -h, --help     print this text

The environment variable DOSSIER_KEY has the API key.
Exit codes: 0 done, 1 failed, 2 usage error, 3 verify repaired records.
`;
/** How long a request waits for a change. */
const WAIT_SECONDS = 25;

const print = (text: string) => process.stdout.write(`${text}\n`);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        follow: { type: 'boolean', default: false },
        url: { type: 'string', default: process.env['DOSSIER_URL'] ?? '' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${USAGE}`);
  }
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments();
  const { follow, url, help } = values;
  if (help) return (print(USAGE.trimEnd()), 0);
  const [command, ...rest] = positionals;
  const isVerify = rest[0] === 'verify';
  const address = rest[isVerify ? 1 : 0];
  const isMirror = command === 'mirror' && address && rest.length === (isVerify ? 2 : 1);
  if (!isMirror && !(command === 'mcp' && rest.length === 0)) fail(USAGE);
  const key = process.env['DOSSIER_KEY'];
  if (!URL.canParse(url))
    fail('Set DOSSIER_URL to the address of the service, such as https://dossier.example.');
  if (!key) fail('Set DOSSIER_KEY to your API key.');
  if (!isMirror) return (await passMessages({ url, key }), 0);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const client = createClient({ url, key, signal: stop.signal });
  const to = await openStore(address);
  try {
    const onRestart = (reason: string) => process.stderr.write(`Copying again: ${reason}\n`);
    if (isVerify) {
      const found = await verify({ client, to, onRestart });
      for (const { kind, id, difference } of found) print(`${kind} ${id}: ${difference}, repaired`);
      print(found.length === 0 ? 'The copy equals the service.' : `Repaired ${found.length} records.`);
      return found.length === 0 ? 0 : 3;
    }
    const { seq } = await mirror({ client, to, onRestart });
    print(`The copy is complete up to change ${seq}.`);
    if (follow) await mirror({ client, to, onRestart, wait: WAIT_SECONDS });
    return 0;
  } catch (error) {
    if (stop.signal.aborted) return 0;
    throw error;
  } finally {
    await to.close();
  }
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    const isKnown = error instanceof DossierError || error instanceof FinalError;
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? ` (${cause.message})` : '';
    process.stderr.write(isKnown ? `${message}\n` : `${message}${reason}\n`);
    process.exitCode = 1;
  },
);
