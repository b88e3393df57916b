import { isConnectionLost } from './connection-lost.ts';
import type { PgConnection } from './pg-connection.ts';
import { isOfStatement } from './trouble.ts';

/** The messages of a connection of `pg` to its server. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  /** The statements that the server has prepared, by name. */
  parsedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: Sent[] }): void;
  describe(message: { type: 'P' }): void;
  execute(message: object): void;
  sync(): void;
}

/** A value as it is sent. */
type Sent = string | null;
type Row = Record<string, unknown>;
/** A column of a result, and how its text is read. */
interface Column {
  name: string;
  read: (text: string) => unknown;
}

/** A prepared statement that only reads, and its result. */
export class Statement {
  readonly name: string;
  readonly text: string;
  readonly values: Sent[];
  columns: Column[] = [];
  readonly rows: Row[] = [];
  resolve!: (rows: Row[]) => void;
  reject!: (error: unknown) => void;
  readonly result: Promise<Row[]>;

  constructor(name: string, text: string, values: (string | number | boolean | null)[]) {
    this.name = name;
    this.text = text;
    this.values = values.map((value) => (value === null ? null : String(value)));
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

/** The columns of the statements that a connection has prepared. Postgres rejects a statement whose columns have changed. */
const described = new WeakMap<Wire, Map<string, Column[]>>();

/**
 * Runs prepared statements in their order, which are sent together, and settles their results. A statement is prepared on
 * its first use. Its columns are described once for a connection. `pg` requests the description again each time, which takes
 * as long as reading a few rows. Resolves when the connection is free.
 *
 * After an error of one statement, Postgres ignores those after it. They are returned.
 */
export const runPrepared = (connection: PgConnection, statements: Statement[]): Promise<Statement[]> =>
  new Promise((resolve) => {
    const batch = new Batch(connection, statements);
    connection.query(batch, (error: Error | null) => {
      const [failed, ...ignored] = statements.slice(batch.done);
      if (!error || !failed) return resolve([]);
      failed.reject(error);
      if (isOfStatement(error) && !isConnectionLost(error)) return resolve(ignored);
      for (const each of ignored) each.reject(error);
      resolve([]);
    });
  });

/** Statements with the methods that `pg` calls on its own class Query. */
class Batch {
  /** Set by `pg`, and replaced after a time-out. */
  declare callback: (error: Error | null) => void;
  /** How many statements are complete. */
  done = 0;
  private readonly connection: PgConnection;
  private readonly statements: Statement[];

  constructor(connection: PgConnection, statements: Statement[]) {
    this.connection = connection;
    this.statements = statements;
  }

  /** Of the statement that the next message of the server is about. `pg` notes that it is prepared. */
  get name(): string | undefined {
    return this.statements[this.done]?.name;
  }
  get text(): string | undefined {
    return this.statements[this.done]?.text;
  }

  submit(wire: Wire): null {
    const known = described.get(wire);
    const parsed = new Set<string>();
    // Sends all messages in one packet.
    wire.stream.cork();
    for (const statement of this.statements) {
      const { name, text, values } = statement;
      const columns = known?.get(name);
      if (wire.parsedStatements[name] === undefined && !parsed.has(name)) wire.parse({ name, text });
      parsed.add(name);
      wire.bind({ statement: name, values });
      if (columns) statement.columns = columns;
      else wire.describe({ type: 'P' });
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const { connection } = this;
    const statement = this.statements[this.done]!;
    statement.columns = fields.map((field) => ({
      name: field.name,
      read: connection.getTypeParser(field.dataTypeID, 'text'),
    }));
    const wire = connection.connection as unknown as Wire;
    const known = described.get(wire) ?? new Map<string, Column[]>();
    described.set(wire, known.set(statement.name, statement.columns));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { columns, rows } = this.statements[this.done]!;
    const row: Row = {};
    columns.forEach(({ name, read }, place) => {
      const text = fields[place] ?? null;
      row[name] = text === null ? null : read(text);
    });
    rows.push(row);
  }

  handleCommandComplete(): void {
    const statement = this.statements[this.done]!;
    this.done += 1;
    statement.resolve(statement.rows);
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}
