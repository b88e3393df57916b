/** A process that a request or a load needs. */
export type Need = 'api 1' | 'api 2' | 'ingest' | 'postgres' | 'meilisearch';

/** A time in which a process was down or had not recovered. Times are in milliseconds. */
interface Outage {
  need: Need;
  from: number;
  until: number;
}

/** Codes with which the API rejects what it cannot answer in time. A busy machine causes them too. */
const SLOW = /"code":"(database_busy|query_too_slow|overloaded)"/;

/** The outcomes of the requests and loads of a run. */
export interface Tally {
  answered: number;
  /** Failed because a process that they needed was down, by that process. */
  excused: Record<Need, number>;
  /** Rejected as too slow while everything was up. */
  slow: number;
  /** Failed while everything that they needed was up. Must be empty. */
  failed: string[];
  /** Wrong answers. Must be empty. */
  wrong: string[];
}

/** Records outages, and judges each failure by them. */
export interface Ledger {
  tally: Tally;
  /** Begins an outage, and returns the function that ends it and returns how long it was. */
  begin(need: Need): () => number;
  answered(): void;
  wrong(message: string): void;
  /** Records a failure of something that began at `from` and ends now. */
  failed(needs: Need[], from: number, message: string): void;
}

export function openLedger(): Ledger {
  const outages: Outage[] = [];
  const excused: Tally['excused'] = { 'api 1': 0, 'api 2': 0, ingest: 0, postgres: 0, meilisearch: 0 };
  const tally: Tally = { answered: 0, excused, slow: 0, failed: [], wrong: [] };
  return {
    tally,
    begin: (need) => {
      const outage: Outage = { need, from: performance.now(), until: Infinity };
      outages.push(outage);
      return () => {
        outage.until = performance.now();
        return outage.until - outage.from;
      };
    },
    answered: () => void tally.answered++,
    wrong: (message) => void tally.wrong.push(message),
    failed: (needs, from, message) => {
      // In flight during an outage: it began before the outage ended, and failed after the outage began.
      const cause = outages.find(({ need, until }) => needs.includes(need) && from <= until);
      if (cause) tally.excused[cause.need]++;
      else if (SLOW.test(message)) tally.slow++;
      else tally.failed.push(`${message} (needs ${needs.join(', ')})`);
    },
  };
}
