import { describe, expect, it } from '@jest/globals';
import { companyKind } from '../kinds/company/index.ts';
import { batches, type Checked, type Checkpoint } from './batch.ts';

const record = (row: number): Checked => ({
  file: 'f',
  row,
  kind: companyKind,
  record: {},
  raw: {},
  warnings: [],
});

describe('batches', () => {
  it('stores all batches before it calls the next checkpoint', async () => {
    const events: string[] = [];
    const checkpoint = (name: string): Checkpoint => ({ onStored: async () => void events.push(name) });
    async function* source() {
      yield* [record(1), record(2), record(3), checkpoint('a'), checkpoint('b'), record(4), checkpoint('c')];
    }
    for await (const batch of batches(source(), 2, () => 0)) {
      // As a store takes it: time passes before it is there.
      await new Promise((resolve) => setTimeout(resolve, 1));
      events.push(batch.map(({ row }) => row).join());
    }
    expect(events).toEqual(['1,2', '3', 'a', 'b', '4', 'c']);
  });
});
