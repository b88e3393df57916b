import type { PgConnection } from './pg-connection.ts';

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
type Reply = (error: Error | null, rows?: Row[]) => void;

/** The columns of the statements that a connection has prepared. Postgres rejects a statement whose columns have changed. */
const described = new WeakMap<Wire, Map<string, Column[]>>();

/**
 * Runs a prepared statement, and returns its rows. The statement is prepared on its first use. Its columns are described
 * once for a connection. `pg` requests the description again each time, which takes as long as reading a few rows.
 */
export const runPrepared = (
  connection: PgConnection,
  { name, sql }: { name: string; sql: string },
  values: (string | number | boolean | null)[],
): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    const sent = values.map((value) => (value === null ? null : String(value)));
    const reply: Reply = (error, rows) => {
      if (rows) resolve(rows);
      else reject(error!);
    };
    connection.query(new PreparedStatement(connection, name, sql, sent), reply);
  });

/** A statement with the methods that `pg` calls on its own class Query. */
class PreparedStatement {
  readonly name: string;
  readonly text: string;
  /** Set by `pg`, and replaced after a time-out. */
  declare callback: Reply;
  private readonly connection: PgConnection;
  private readonly values: Sent[];
  private columns: Column[] = [];
  private readonly rows: Row[] = [];

  constructor(connection: PgConnection, name: string, text: string, values: Sent[]) {
    this.connection = connection;
    this.name = name;
    this.text = text;
    this.values = values;
  }

  submit(wire: Wire): null {
    const { name, text, values } = this;
    const columns = described.get(wire)?.get(name);
    // Sends all messages in one packet.
    wire.stream.cork();
    if (wire.parsedStatements[name] === undefined) wire.parse({ name, text });
    wire.bind({ statement: name, values });
    if (columns) this.columns = columns;
    else wire.describe({ type: 'P' });
    wire.execute({});
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const { connection, name } = this;
    this.columns = fields.map((field) => ({
      name: field.name,
      read: connection.getTypeParser(field.dataTypeID, 'text'),
    }));
    const wire = connection.connection as unknown as Wire;
    const known = described.get(wire) ?? new Map<string, Column[]>();
    described.set(wire, known.set(name, this.columns));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Row = {};
    this.columns.forEach(({ name, read }, place) => {
      const text = fields[place] ?? null;
      row[name] = text === null ? null : read(text);
    });
    this.rows.push(row);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.rows);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleCommandComplete(): void {}
}
