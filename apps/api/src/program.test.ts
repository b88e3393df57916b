import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const PROGRAM = `
  import { runProgram } from ${JSON.stringify(join(import.meta.dirname, 'program.ts'))};
  const print = (line) => console.log(line);
  setInterval(() => print('running'), 1000);
  print('began ' + process.ppid);
  runProgram(async () => ({ drain: async () => print('drained'), stop: async () => {} }));`;

// As with `nohup npm run serve &`, in a shell that becomes the program, as bash does.
it('a server ends when npm is killed, and not when the shell ends in which npm was started', async () => {
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', PROGRAM];
  const npm = `require('node:child_process').spawn('sh', ['-c', 'exec "$@"', 'sh', ...process.argv.slice(1)], { stdio: 'inherit' })`;
  const shell = spawn(
    'sh',
    ['-c', '"$@" & read line', 'sh', process.execPath, '-e', npm, '--', ...node],
    // The output of the shell is that of the program.
    {
      env: { ...process.env, NODE_OPTIONS: '', npm_lifecycle_event: 'serve' },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  const [, parent] = (await next()).split(' ');
  expect(await next()).toBe('running');
  const exited = once(shell, 'exit');
  shell.stdin.end('\n');
  await exited;
  for (let seconds = 0; seconds < 4; seconds++) expect(await next()).toBe('running');
  process.kill(Number(parent), 'SIGKILL');
  let last = 'running';
  while (last === 'running') last = await next();
  expect(last).toBe('drained');
});
