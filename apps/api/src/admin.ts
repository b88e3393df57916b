import { runAdmin } from './admin/run.ts';

async function main(): Promise<void> {
  process.exitCode = await runAdmin(process.argv.slice(2), {
    env: process.env,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    terminal: process.stderr.isTTY ? process.stderr : undefined,
  });
}

void main();
