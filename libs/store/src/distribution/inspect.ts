import { hasCitus } from '../sql/distributed.ts';
import { isPostgres, type Db } from '../sql/open.ts';
import { placements } from './distribute.ts';

/** The state of a cluster. */
export interface Cluster {
  /** The tables that are not placed. */
  open: string[];
  /** The bytes of the shards on each node. */
  bytes: { node: string; bytes: number }[];
  /** The nodes on which transactions of two phases wait, and how many. */
  waiting: { node: string; transactions: number }[];
  /** The nodes that do not answer. */
  silent: string[];
  /** The versions of Citus of the nodes; one if all is well. */
  versions: string[];
}

interface Answer {
  node: string;
  success: boolean;
  result: string;
}

/**
 * Reads the state of the cluster; undefined if no table is placed.
 * @param waitedSeconds how long a transaction must have waited: each commit makes some that wait for a moment
 */
export async function inspectCluster(db: Db, waitedSeconds = 60): Promise<Cluster | undefined> {
  const rowsOf = async <Row>(sql: string, values: string[] = []) =>
    (await db.raw<{ rows: Row[] }>(sql, values)).rows;
  if (!isPostgres(db) || !(await hasCitus(db))) return undefined;
  const [placed] = await rowsOf(`select from pg_dist_partition where logicalrelid::text = 'companies'`);
  if (!placed) return undefined;
  const askNodes = (sql: string) =>
    rowsOf<Answer>(
      `select nodename || ':' || nodeport as node, success, result
       from run_command_on_all_nodes(?) as answers join pg_dist_node using (nodeid) order by 1`,
      [sql],
    );
  const waiting = await askNodes(
    `select count(*) from pg_prepared_xacts where database = current_database() and gid like 'citus%' ` +
      `and prepared < now() - interval '${waitedSeconds} seconds'`,
  );
  const versions = await askNodes(`select extversion from pg_extension where extname = 'citus'`);
  const silent = waiting.filter(({ success }) => !success).map(({ node }) => node);
  // The sizes need all nodes.
  const bytes =
    silent.length > 0
      ? []
      : await rowsOf<{ node: string; bytes: number }>(
          `select n.nodename || ':' || n.nodeport as node, coalesce(sum(s.shard_size), 0)::float8 as bytes
     from pg_dist_node as n left join citus_shards as s
       on s.nodename = n.nodename and s.nodeport = n.nodeport and s.citus_table_type = 'distributed'
     where n.shouldhaveshards and n.noderole = 'primary' group by 1 order by 1`,
        );
  const answered = (answers: Answer[]) => answers.filter(({ success }) => success);
  return {
    open: (await placements(db)).filter(({ isDone }) => !isDone).map(({ table }) => table),
    bytes,
    waiting: answered(waiting)
      .map(({ node, result }) => ({ node, transactions: Number(result) }))
      .filter(({ transactions }) => transactions > 0),
    silent,
    versions: [...new Set(answered(versions).map(({ result }) => result))],
  };
}
