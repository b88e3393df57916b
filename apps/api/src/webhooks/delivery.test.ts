import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from '@jest/globals';
import { toTimestamp } from '@dossier/shared';
import { fromSource } from '@dossier/shared/testing';
import {
  createWebhook,
  currentEpoch,
  ensureOrganization,
  newestChange,
  pruneChanges,
  write,
  type WebhookRow,
} from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { insertChanges, insertCompany } from '../testing/fixtures.ts';
import { startReceiver, type Received } from '../testing/receiver.ts';
import { openPoster } from './poster.ts';
import { openSender } from './sender.ts';

const PROGRAM = join(import.meta.dirname, '../testing/send-webhooks.ts');
const GUIDE = join(import.meta.dirname, '../../../../docs/partners/webhooks.md');
const allow = { hosts: new Set(['127.0.0.1']), networks: [] };
const logger = pino({ level: 'silent' });

describe.each(engines)('the deliveries of webhooks on %s', (engine) => {
  let database: TestDatabase;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let hook: WebhookRow;
  const poster = openPoster(allow, { timeoutMs: 60_000 });
  let now = Date.now();
  const clock = () => new Date(now);

  beforeAll(async () => {
    database = await createTestDatabase(engine, { lockWait: 5000 });
  });
  afterAll(async () => {
    await poster.close();
    await database.close();
  });
  beforeEach(async () => {
    const { db } = database;
    now = Date.now();
    receiver = await startReceiver(clock);
    await db('webhooks').delete();
    const given = {
      organization_id: await ensureOrganization(db, 'Partner', 'Platforms'),
      ...{ url: receiver.url, created_at: toTimestamp(now) },
      ...{ after_seq: await newestChange(db), epoch: await currentEpoch(db) },
    };
    hook = await db.transaction((trx) => createWebhook(trx, given));
    receiver.state.secret = hook.secret;
  });
  afterEach(() => receiver.close());

  const note = (companies: number[], record: number) =>
    insertChanges(database.db, [{ kind: 'company', record, key: ['acme.com'], companies }]);
  /** Sends what is due at a later minute, in this process. */
  const after = async (minutes: number) => {
    now += minutes * 60_000;
    const sender = openSender(database.db, poster, logger, clock);
    await sender.pass();
    await sender.idle();
    await sender.stop();
  };

  it('all arrive, in the order of each company, although their senders are killed while they send', async () => {
    const from = await newestChange(database.db);
    const companies = [1, 2, 3, 4, 5, 6, 7, 8];
    const all: Received[] = [];
    for (let round = 0; round < 3; round++) {
      for (let record = 0; record < 40; record++)
        await note([companies[(record * 3 + round) % 8]!], round * 40 + record + 1);
      const program = spawn(process.execPath, [...fromSource, PROGRAM, database.url], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      const ended = once(program, 'exit');
      let seen = 0;
      // Of the messages, some are accepted, some arrive without a response; then the sender is gone.
      await new Promise<void>((resolve) => {
        receiver.state.respond = (message) => {
          seen++;
          if (seen === 3) resolve();
          if (seen % 2 === 0) return void all.push(message);
          return 204;
        };
      });
      program.kill('SIGKILL');
      expect((await ended)[1]).toBe('SIGKILL');
      receiver.state.respond = () => 204;
      await after(2);
    }
    for (let pass = 0; pass < 4; pass++) await after(10);
    const to = await newestChange(database.db);
    // Which messages arrived twice is unknown to the sender; the receiver knows by the id.
    const unique = [...new Map(receiver.received.map((message) => [message.id, message])).values()];
    const seqs = new Set(unique.flatMap(({ data }) => data.changes.map(({ seq }) => seq)));
    expect([seqs.size, to - from]).toEqual([120, 120]);
    for (const company of companies) {
      const own = unique.filter(({ data }) => data.company_id === company);
      for (const [place, { data }] of own.entries())
        if (place > 0) expect(data.after).toBeGreaterThanOrEqual(own[place - 1]!.data.seq);
    }
    expect(all.length).toBeGreaterThan(0);
    expect(receiver.problems).toEqual([]);
  });

  it('follow a company that is merged into another one', async () => {
    const { db } = database;
    const winner = await insertCompany(db, { domain: 'acme.com' });
    const alias = { kind: 'slug', name: 'acme-old', company_id: winner, merged_id: 501, since: '' };
    await db('company_aliases').insert(alias);
    await db('webhooks').update({ company_ids_json: '[501]' });
    await note([winner + 1], 1);
    await note([winner], 2);
    await after(0);
    expect(receiver.received.map(({ data }) => data.company_id)).toEqual([winner]);
  });

  it('announce changes that are missing from the log, and go on after them', async () => {
    const from = hook.after_seq;
    for (let record = 1; record <= 5; record++) await note([record], record);
    await write(database.db, (trx) => pruneChanges(async (step) => step(trx), '2999-01-01T00:00:00.000Z'));
    const last = await newestChange(database.db);
    await note([7], 7);
    await after(0);
    await after(1);
    const told = receiver.received.map(({ data }) => [data.company_id, data.after, data.seq, data.gap]);
    expect(told).toEqual(
      expect.arrayContaining([
        [null, from, last - 1, true],
        [7, last - 1, last + 1, false],
      ]),
    );
    expect(receiver.received.filter(({ data }) => data.gap)).toHaveLength(1);
  });

  it('announce it, too, if the changes of a message are deleted before it arrives', async () => {
    receiver.state.respond = () => 500;
    await note([1], 1);
    await after(0);
    await note([2], 2);
    await write(database.db, (trx) => pruneChanges(async (step) => step(trx), '2999-01-01T00:00:00.000Z'));
    receiver.state.respond = () => 204;
    await after(2);
    const [late] = receiver.received.filter(({ data }) => data.company_id === 1);
    expect(late!.data).toMatchObject({ gap: true, changes: [] });
  });
});

const python = spawnSync('python3', ['--version']);
const hasPython = python.status === 0;
if (!hasPython) process.stderr.write('Skipped: python3 is missing, so its verification is not tried.\n');
(hasPython ? it : it.skip)('the guide verifies a message in Python, and rejects what was changed', () => {
  const [, program] = /```python\n(.*?)```/s.exec(readFileSync(GUIDE, 'utf8'))!;
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const other = 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0';
  const body = JSON.stringify({ type: 'changes', data: { name: 'Ünïcødé 😀' } });
  const signed = (at: Date, ...secrets: string[]) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((one) => new Webhook(one).sign('msg_1', at, body)).join(' '),
  });
  const recent = new Date();
  const cases: [object, string, boolean][] = [
    [signed(recent, secret), body, true],
    [signed(recent, other, secret), body, true],
    [signed(recent, other), body, false],
    [signed(recent, secret), `${body} `, false],
    [{ ...signed(recent, secret), 'webhook-id': 'msg_2' }, body, false],
    [signed(new Date(recent.getTime() - 3_600_000), secret), body, false],
  ];
  const run = `${program}
import json, sys
for headers, body in json.load(sys.stdin):
    print(verify('${secret}', headers, body.encode()))
`;
  const { stdout, stderr } = spawnSync('python3', ['-c', run], {
    input: JSON.stringify(cases.map(([headers, text]) => [headers, text])),
    encoding: 'utf8',
  });
  expect([stdout.trim().split('\n'), stderr]).toEqual([
    cases.map(([, , isValid]) => (isValid ? 'True' : 'False')),
    '',
  ]);
});
