import pg from 'pg';

/** A connection to a server, and how many statements wait for it. */
interface Shared {
  /** Its types lack these two methods. */
  client: pg.Client & { ref(): void; unref(): void };
  ready: Promise<unknown>;
  waiting: number;
}

/** The connections of this process by server. A new one for each statement would cost more CPU than most statements. */
const connections = new Map<string, Shared>();

/** Runs a statement that belongs to no test database, on a connection that does not keep the process alive. */
export async function onServer(url: string, statement: string): Promise<pg.QueryResult> {
  const shared = connections.get(url) ?? open(url);
  shared.waiting++;
  shared.client.ref();
  try {
    await shared.ready;
    return await shared.client.query(statement);
  } finally {
    if (--shared.waiting === 0) shared.client.unref();
  }
}

function open(url: string): Shared {
  const client = new pg.Client({ connectionString: url }) as Shared['client'];
  const shared = { client, ready: client.connect(), waiting: 0 };
  connections.set(url, shared);
  // The server has stopped, or a test has killed it.
  const forget = () => {
    if (connections.get(url) === shared) connections.delete(url);
  };
  client.on('error', forget).on('end', forget);
  shared.ready.catch(forget);
  return shared;
}
