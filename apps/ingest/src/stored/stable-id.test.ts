import { expect, it } from '@jest/globals';
import { v5 } from 'uuid';
import { stableId } from './hash.ts';

it('ids of natural keys are UUIDs of version 5, as the uuid package makes them', () => {
  for (let i = 0; i < 500; i++) {
    const key = ['news', 'acme.com', `Zürich 日本 😀 ${i}`];
    expect(stableId(...key)).toBe(v5(key.join(' '), '0f3c2a52-6d0b-5c7e-9a41-6b9f0e7d5a10'));
  }
});
