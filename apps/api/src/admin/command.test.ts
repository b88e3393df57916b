import { expect, it } from '@jest/globals';
import { runAdmin } from './run.ts';

const COUNTS = ['0x10', '1e1', ' 5 ', '1.0', '+5', '0', '', '10000000'];
const OPTIONS: [args: string[], wrong: string[], error: string][] = [
  [['backup', 'backups/', '--keep'], COUNTS, 'Give a number from 1 to 9999.'],
  [['distribute', '--shards'], COUNTS, 'Give a number from 1 to 9999.'],
  [['audit', '--limit'], COUNTS, 'Give a number from 1 to 999999.'],
  [['orgs', 'usage', 'House', '--days'], COUNTS, 'Give a number from 1 to 400.'],
  [['console-link', 'Ann', '--minutes'], COUNTS, 'Give a number of minutes from 1 to 1440.'],
  // Half an hour is an overlap, and 0 ends the old key.
  [
    ['keys', 'rotate', 'Ab12Cd34', '--overlap'],
    ['0x10', '1e1', ' 5 ', '', '8761'],
    'Give a number of hours from 0 to 8760.',
  ],
  ...[
    ['orgs', 'create', '--plan', 'Funds'],
    ['orgs', 'rename', 'House'],
    ['console-link', '--role', 'admin'],
    ['--actor'],
  ].map((args): (typeof OPTIONS)[number] => [args, ['', ' '], 'Give a name that is not blank.']),
];

it.each(OPTIONS)('the command %j rejects %j', async (args, wrong, error) => {
  for (const value of wrong) {
    let stderr = '';
    const code = await runAdmin([...args, value], {
      // Nothing is opened before the options are read.
      env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
      out: () => {},
      err: (text) => (stderr += text),
      terminal: undefined,
    });
    expect([value, code, stderr]).toEqual([value, 1, expect.stringContaining(error)]);
  }
});

it('a command does nothing if npm has taken an option, because -- was missing', async () => {
  let stderr = '';
  const code = await runAdmin(['keys', 'rotate', 'Ab12Cd34'], {
    env: {
      ...{ DATABASE_URL: 'postgres://127.0.0.1:1/none' },
      ...{ npm_lifecycle_event: 'admin', npm_config_overlap: '48' },
    },
    out: () => {},
    err: (text) => (stderr += text),
    terminal: undefined,
  });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/--overlap\..*npm run admin -- /)]);
});
