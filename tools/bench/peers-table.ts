import { KEPT, OURS, type PeersResult, type Turn } from './peers-measure.ts';
import { markdown, median, spread } from './speed-shares.ts';

/** How many times as fast as a peer our API should be, by the beginning of the peer's name. */
const BARS = { PostGraphile: 3, Directus: 10 };

/** Returns the requests a second: the median of the turns. */
export const speedOf = (turns: Turn[]): number => Math.round(median(turns.map(({ perSecond }) => perSecond)));

/** Returns the figures of all programs, and how often our API does the work of a peer, as two Markdown tables. */
export function peersTable(results: PeersResult[]): string {
  const figures = results.flatMap(({ question, programs }) =>
    programs.map(({ name, bytes, turns }) => [
      question,
      name,
      (bytes / 1000).toFixed(1),
      Math.round(median(turns.map(({ program }) => program))),
      Math.round(median(turns.map(({ postgres }) => postgres))),
      speedOf(turns),
    ]),
  );
  const header = ['question', 'program', 'kB', 'CPU, µs', 'CPU of Postgres, µs', 'requests a second'];
  const compared = comparedLines(results);
  if (compared.length === 0) return markdown(header, figures, 2);
  const columns = [
    'question',
    'peer',
    'ours',
    'CPU: peer / ours',
    'CPU with Postgres: peer / ours',
    'requests a second: ours / peer',
    'bar',
    'met',
  ];
  return `${markdown(header, figures, 2)}\n${markdown(columns, compared, 3)}`;
}

function comparedLines(results: PeersResult[]): (string | number)[][] {
  return results.flatMap(({ question, programs }) => {
    const peers = programs.filter(({ name }) => barOf(name) !== undefined);
    return peers.flatMap((peer) =>
      [OURS, KEPT].map((name) => {
        const ours = programs.find((program) => program.name === name)!;
        // Round by round, because other work on the machine affects the turns of one round alike.
        const ratios = (of: (peer: Turn, ours: Turn) => number) =>
          peer.turns.map((turn, round) => of(turn, ours.turns[round]!));
        const cpu = ratios((one, other) => one.program / other.program);
        const whole = ratios((one, other) => (one.program + one.postgres) / (other.program + other.postgres));
        const speed = ratios((one, other) => other.perSecond / one.perSecond);
        const bar = barOf(peer.name)!;
        const met = median(cpu) >= bar && median(speed) >= bar;
        return [
          question,
          peer.name,
          name,
          spread(cpu),
          spread(whole),
          spread(speed),
          bar,
          met ? 'yes' : 'no',
        ];
      }),
    );
  });
}

const barOf = (name: string): number | undefined =>
  Object.entries(BARS).find(([peer]) => name.startsWith(peer))?.[1];
