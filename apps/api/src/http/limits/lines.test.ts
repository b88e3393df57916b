import { describe, expect, it } from '@jest/globals';
import { createLines, type Lines } from './lines.ts';

describe('the line of an organization', () => {
  let now = 0;
  const linesOf = (each: number) => createLines(each, () => now);
  const turn = () => new Promise((resolved) => setImmediate(resolved));

  /** Lets requests enter, and returns those that have a place. The others wait, and then leave at once. */
  function enter(lines: Lines, organization: string, count: number): (() => void)[] {
    const entered: (() => void)[] = [];
    for (let sent = 0; sent < count; sent++) {
      const leave = lines.enter(organization);
      if (leave instanceof Promise)
        leave.then(
          (end) => end(),
          () => {},
        );
      else entered.push(leave);
    }
    return entered;
  }
  /** Sends requests one after the other, each of which takes this many milliseconds. */
  async function send(lines: Lines, organization: string, count: number, took: number): Promise<void> {
    for (let sent = 0; sent < count; sent++) {
      const leave = await lines.enter(organization);
      now += took;
      leave();
    }
    await turn();
  }

  it('has all places while nobody else sends requests', () => {
    expect(enter(linesOf(8), 'busy', 20)).toHaveLength(8);
  });

  it('has one place while others send requests, and all of them once they stop', async () => {
    const lines = linesOf(8);
    await send(lines, 'other', 1, 1);
    const kept = await lines.enter('busy');
    expect(enter(lines, 'busy', 1)).toHaveLength(0);
    await send(lines, 'other', 1, 1);
    expect(enter(lines, 'busy', 1)).toHaveLength(0);
    now += 251;
    // The two that waited have places now.
    expect(enter(lines, 'busy', 20)).toHaveLength(5);
    kept();
  });

  it('lets requests that wait begin in their order once others are quiet, while a slow one is in flight', async () => {
    const lines = linesOf(3);
    await send(lines, 'other', 1, 1);
    const slow = await lines.enter('busy');
    const begun: number[] = [];
    const waiting = [1, 2, 3].map(async (name) => {
      const leave = await lines.enter('busy');
      begun.push(name);
      return leave;
    });
    now += 251;
    for (const leave of await Promise.all(waiting.slice(0, 2))) leave();
    (await waiting[2]!)();
    expect(begun).toEqual([1, 2, 3]);
    slow();
  });

  it('has one place while only others send, although its own requests came before', async () => {
    const lines = linesOf(8);
    await send(lines, 'other', 1, 1);
    const kept = await lines.enter('busy');
    const waiting = enter(lines, 'busy', 1);
    for (let ms = 0; ms < 500; ms += 100) {
      now += 100;
      await send(lines, 'other', 1, 0);
    }
    expect([waiting, enter(lines, 'busy', 1)]).toEqual([[], []]);
    kept();
  });

  it('has another place next to a long request, such as a download, but not more than all', async () => {
    const lines = linesOf(2);
    await send(lines, 'other', 1, 1);
    const download = await lines.enter('busy');
    const waiting = lines.enter('busy');
    now += 1001;
    await send(lines, 'other', 1, 0);
    const next = await waiting;
    now += 1001;
    await send(lines, 'other', 1, 0);
    expect(enter(lines, 'busy', 1)).toHaveLength(0);
    for (const leave of [download, next]) leave();
    while (lines.count() > 0) await turn();
  });

  it('rejects a request with 429 if no place becomes free in time', async () => {
    const lines = createLines(1, () => now, 1);
    const leave = await lines.enter('busy');
    await expect(lines.enter('busy')).rejects.toMatchObject({ status: 429, code: 'too_many_in_flight' });
    leave();
    await turn();
    expect(lines.enter('busy')).toBeInstanceOf(Function);
  });

  it('counts at most as many requests as it has places, waiting ones included', async () => {
    const lines = linesOf(8);
    const busy = enter(lines, 'busy', 5);
    expect(lines.count()).toBe(5);
    const more = enter(lines, 'busy', 20);
    const other = enter(lines, 'other', 3);
    expect(lines.count()).toBe(11);
    for (const leave of [...busy, ...more, ...other]) leave();
    while (lines.count() > 0) await turn();
  });
});
