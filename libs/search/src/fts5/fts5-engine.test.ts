import { afterAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSearchEngine } from '../testing/suite/engine-suite.ts';
import { entry } from '../testing/suite/bench.ts';
import { describeMeaning } from '../testing/suite/meaning.ts';
import { openSearch, openStandby } from '../open.ts';

const folder = mkdtempSync(join(tmpdir(), 'search-'));
afterAll(() => rmSync(folder, { recursive: true }));

const url = (place: string) => `sqlite:${join(folder, `${place}.db`)}`;
describeMeaning('FTS5', {
  open: (place, embeddings) => openSearch(url(place), { embeddings }),
  standby: (place, embeddings) => openStandby(url(place), { embeddings }),
});
describeSearchEngine('FTS5', (place) => openSearch(url(place)));

it('FTS5 keeps what a query found until any connection changes the index', async () => {
  const [engine, other] = [await openSearch(url('kept')), await openSearch(url('kept'))];
  const ask = () => engine.search({ text: 'lantern', limit: 10, offset: 0 });
  const put = (id: string, by = other) => by.put([entry({ id, text: 'A lantern.' })]);
  try {
    await put('1');
    const first = await ask();
    expect([first.total, await ask()]).toEqual([1, first]);
    expect(await ask()).toBe(first);
    await put('2');
    const second = await ask();
    expect([second.total, (await ask()) === second]).toEqual([2, true]);
    await put('3', engine);
    expect((await ask()).total).toBe(3);
    await other.remove([{ type: 'document', id: '1' }]);
    expect((await ask()).total).toBe(2);
    await engine.remove([{ type: 'document', id: '2' }]);
    expect((await ask()).total).toBe(1);
    // More queries than are kept.
    for (let i = 0; i < 101; i++) await engine.search({ text: `lantern ${i}`, limit: 10, offset: 0 });
    const again = await ask();
    expect([again.total, again === second]).toEqual([1, false]);
  } finally {
    await engine.close();
    await other.close();
  }
});
