import type { PgConnection } from './pg-connection.ts';

/** The messages of a connection of `pg` to its server. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** A value of a row. */
export type Value = string | number | boolean | null;

/** How many characters one message has, unless one row has more. */
const MOST = 1_000_000;

/** Inserts rows with `copy … from stdin`. All is sent at once: after an error, Postgres drops the messages that follow. */
export const copyRows = (connection: PgConnection, into: string, rows: Iterable<Value[]>): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.query(new Copy(`copy ${into} from stdin`, rows), (error: Error | null) =>
      error ? reject(error) : resolve(),
    );
  });

/** A copy with the methods that `pg` calls on its own class Query. */
class Copy {
  /** Set by `pg`, and replaced after a time-out. */
  declare callback: (error: Error | null) => void;
  readonly text: string;
  readonly #rows: Iterable<Value[]>;

  constructor(text: string, rows: Iterable<Value[]>) {
    this.text = text;
    this.#rows = rows;
  }

  submit(wire: Wire): null {
    wire.stream.cork();
    wire.query(this.text);
    let lines = '';
    for (const row of this.#rows) {
      lines += `${row.map(fieldOf).join('\t')}\n`;
      if (lines.length < MOST) continue;
      wire.sendCopyFromChunk(Buffer.from(lines));
      lines = '';
    }
    wire.sendCopyFromChunk(Buffer.from(lines));
    wire.endCopyFrom();
    wire.stream.uncork();
    return null;
  }

  handleCopyInResponse(): void {}

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns a value in the text format of `copy`. */
const fieldOf = (value: Value): string =>
  value === null ? '\\N' : String(value).replace(/[\\\n\r\t]/g, (each) => ESCAPES[each]!);
