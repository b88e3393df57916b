import type { PgConnection } from './pg-connection.ts';

/** The messages of a connection of `pg` to its server. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** A value of a row. */
export type Field = string | number | boolean | null;

/** How many characters one message has, unless one row has more. */
const MAX_CHARACTERS = 1_000_000;

/** Inserts rows with `copy … from stdin`. All is sent at once: after an error, Postgres drops the messages that follow. */
export async function copyRows(
  connection: PgConnection,
  into: string,
  rows: Iterable<Field[]>,
): Promise<void> {
  // An error in `submit` would leave the connection unusable.
  const chunks = [...chunksOf(rows)];
  await new Promise<void>((resolve, reject) => {
    connection.query(new Copy(`copy ${into} from stdin`, chunks), (error: Error | null) =>
      error ? reject(error) : resolve(),
    );
  });
}

function* chunksOf(rows: Iterable<Field[]>): Generator<Buffer> {
  let lines = '';
  for (const row of rows) {
    lines += `${row.map(textOf).join('\t')}\n`;
    if (lines.length < MAX_CHARACTERS) continue;
    yield Buffer.from(lines);
    lines = '';
  }
  yield Buffer.from(lines);
}

/** A copy with the methods that `pg` calls on its own class Query. */
class Copy {
  /** Set by `pg`, and replaced after a time-out. */
  declare callback: (error: Error | null) => void;
  readonly text: string;
  readonly #chunks: Buffer[];

  constructor(text: string, chunks: Buffer[]) {
    this.text = text;
    this.#chunks = chunks;
  }

  submit(wire: Wire): null {
    wire.stream.cork();
    wire.query(this.text);
    for (const chunk of this.#chunks) wire.sendCopyFromChunk(chunk);
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

/** Returns a value in the text format of `copy`. @throws TypeError for an object, which has no one text */
function textOf(value: Field): string {
  if (value === null) return '\\N';
  if (typeof value === 'object') throw new TypeError('A field of a row must be a string, number or boolean.');
  return String(value).replace(/[\\\n\r\t]/g, (each) => ESCAPES[each]!);
}
