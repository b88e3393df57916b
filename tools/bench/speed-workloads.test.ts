import { expect, it } from '@jest/globals';
import { compare } from './speed-commits.ts';
import { randomFrom, zipfOf } from './speed-zipf.ts';

it('counts answers that are older than a commit that had ended, or newer than all that had begun', () => {
  const commits = [
    { id: 1, number: 1, began: 0, ended: 10 },
    { id: 2, number: 2, began: 20, ended: 30 },
    { id: 1, number: 3, began: 40, ended: 50 },
  ];
  const seen = (id: number, number: number, asked: number, answered: number) => ({
    id,
    number,
    asked,
    answered,
  });
  const right = [
    seen(1, 1, 11, 12),
    seen(1, 1, 45, 60),
    seen(1, 3, 45, 60),
    seen(2, 0, 5, 6),
    seen(3, 0, 60, 61),
  ];
  expect(compare(commits, right)).toEqual({ checked: 3, wrong: 0 });
  expect(compare(commits, [seen(1, 1, 51, 60), seen(2, 0, 31, 32)])).toEqual({ checked: 2, wrong: 2 });
  expect(compare(commits, [seen(1, 3, 11, 12)])).toEqual({ checked: 1, wrong: 1 });
});

it("picks by Zipf's law, the same items for the same seed", () => {
  const picked = () => {
    const counts = [0, 0, 0, 0];
    const pick = zipfOf([0, 1, 2, 3], randomFrom(1));
    for (let i = 0; i < 25_000; i++) counts[pick()]! += 1;
    return counts;
  };
  const [first, second, third, fourth] = picked() as [number, number, number, number];
  expect(picked()).toEqual([first, second, third, fourth]);
  expect([first / second, first / third, first / fourth].map((ratio) => Math.round(ratio))).toEqual([
    2, 3, 4,
  ]);
});
