import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openLogger, readConfig, startServer, type RunningServer } from '@dossier/api';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  annotations: Record<string, string>;
}
const { groups } = parse(read('docker/monitoring/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('docker/monitoring/dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const queries: [name: string, expr: string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }): [string, string] => [title, expr])),
];

/** Returns the metrics that a query names, and whether it is valid PromQL. */
function namesIn(expr: string): { isValid: boolean; names: string[] } {
  // Grafana replaces its variables before Prometheus sees them.
  const text = expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*');
  const names: string[] = [];
  let isValid = true;
  parser.parse(text).iterate({
    enter: ({ type, name, from, to, node }) => {
      if (type.isError) isValid = false;
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector') names.push(text.slice(from, to));
    },
  });
  return { isValid, names };
}

it('finds errors and names of metrics in queries', () => {
  expect(namesIn('sum(rate(a_total{b="c"}[5m])) > 0.01 * d').names).toEqual(['a_total', 'd']);
  for (const wrong of ['sum(rate(a[5m])', 'rate(a[5x])', 'a >> 1', 'a{b=c}'])
    expect([wrong, namesIn(wrong).isValid]).toEqual([wrong, false]);
});

describe('docker/monitoring', () => {
  let server: RunningServer;
  let known: Set<string>;
  beforeAll(async () => {
    const settings = { DATABASE_URL: 'sqlite::memory:', PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'silent' };
    server = await startServer(readConfig(settings), openLogger('silent'));
    const text = await (await fetch(`${server.adminUrl()}/metrics`)).text();
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    known = new Set([
      'up',
      ...types.flatMap(([, name, type]) => (type === 'histogram' ? [`${name}_bucket`] : [name!])),
    ]);
    // Only a service with a replica or with workers has these.
    for (const file of ['metrics.ts', 'shared-metrics.ts'])
      for (const [, name] of read(`apps/api/src/admin-port/${file}`).matchAll(
        /'(dossier_(?:replica|worker)\w+)'/g,
      ))
        known.add(name!);
  });
  afterAll(() => server.stop());

  it.each(queries)('has valid queries of metrics that the service has: %s', (_, expr) => {
    const { isValid, names } = namesIn(expr);
    expect(isValid).toBe(true);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it('says in each alert what to do, and alerts on each kind of trouble once', () => {
    for (const { annotations } of rules)
      expect(annotations).toEqual({ summary: expect.any(String), remedy: expect.stringMatching(/\w/) });
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    expect(read('docker/monitoring/prometheus.yml')).toContain('rule_files: [alerts.yml]');
  });
});
