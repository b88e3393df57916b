import { inspectCluster, type Cluster, type Db } from '@dossier/store';
import { failed, ok, warning, type Finding } from './finding.ts';

/** How much larger than the average the fullest node may be, and the size below which that does not matter, in bytes. */
const MAX_SKEW = 1.5;
const SMALL = 1e9;

/** Checks a cluster of Citus: its nodes, the placement of tables, and transactions that wait. None on one machine. */
export async function checkCluster(db: Db): Promise<Finding[]> {
  const cluster = await inspectCluster(db);
  return cluster ? findingsOf(cluster) : [];
}

/** Returns what is wrong with a cluster. */
export function findingsOf({ open, bytes, waiting, silent, versions }: Cluster): Finding[] {
  const findings: Finding[] = [];
  if (silent.length > 0)
    findings.push(failed('cluster', `Nodes do not answer: ${silent.join(', ')}.`, 'Start them.'));
  if (open.length > 0)
    findings.push(
      failed(
        'cluster',
        `Tables are not distributed: ${open.join(', ')}.`,
        'Run: npm run admin -- distribute',
      ),
    );
  if (waiting.length > 0) {
    const nodes = waiting.map(({ node, transactions }) => `${transactions} on ${node}`).join(', ');
    findings.push(
      warning(
        'cluster',
        `Prepared transactions wait: ${nodes}.`,
        'Citus settles them when all nodes answer. If they stay, run: SELECT recover_prepared_transactions()',
      ),
    );
  }
  if (versions.length > 1)
    findings.push(
      warning(
        'cluster',
        `The nodes have different versions of Citus: ${versions.join(', ')}.`,
        'Install one version on all nodes, restart them, and run on each: ALTER EXTENSION citus UPDATE',
      ),
    );
  const most = Math.max(...bytes.map((each) => each.bytes));
  const average = bytes.reduce((sum, each) => sum + each.bytes, 0) / bytes.length;
  if (most > SMALL && most > MAX_SKEW * average)
    findings.push(
      warning(
        'cluster',
        `The fullest node has ${(most / average).toFixed(1)} times the average.`,
        'Move shards to other nodes: SELECT citus_rebalance_start()',
      ),
    );
  const all = `The tables are distributed over ${bytes.length} nodes.`;
  return findings.length > 0 ? findings : [ok('cluster', all)];
}
