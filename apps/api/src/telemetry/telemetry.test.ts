import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadedPackages } from '@dossier/shared/testing';
import { ensureOrganization, generateApiKey, registerApiKey } from '@dossier/store';
import { createTestDatabase, engines, type TestDatabase } from '@dossier/store/testing';
import { readConfig } from '../config.ts';
import { openLogger } from '../logger.ts';
import { startServer } from '../server/server.ts';
import { insertCompany } from '../testing/fixtures.ts';
import { VERSION } from '../version.ts';

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
interface Resource {
  attributes: Attribute[];
}
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
}

/** A receiver of OTLP over HTTP, which keeps what it gets. */
async function startReceiver() {
  const bodies: Record<string, unknown[]> = {};
  const server: Server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      (bodies[req.url!] ??= []).push(JSON.parse(Buffer.concat(chunks).toString()));
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

const attributesOf = ({ attributes }: { attributes: Attribute[] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

describe.each(engines)('traces on %s', (engine) => {
  let database: TestDatabase;
  let folder: string;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
    folder = mkdtempSync(join(tmpdir(), 'dossier-telemetry-'));
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await receiver.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('a collector receives a request with its statements, and its metrics, but no values', async () => {
    const key = generateApiKey();
    await registerApiKey(database.db, key, await ensureOrganization(database.db, 'House', 'Platforms'));
    await insertCompany(database.db, { domain: 'unlikely.com', slug: 'unlikely' });
    const env = {
      PORT: '0',
      ADMIN_PORT: 'off',
      DRAIN_SECONDS: '0',
      DATABASE_URL: database.url,
      SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    };
    process.env['OTEL_RESOURCE_ATTRIBUTES'] = 'deployment.environment.name=staging,service.name=mine';
    const server = await startServer(readConfig(env), openLogger('silent'));
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const headers = {
      authorization: `Token ${key}`,
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    };
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const waiting = `GET /api/v1/changes/?kinds=document&wait=30 HTTP/1.1\r\nHost: a\r\nAuthorization: Token ${key}\r\n\r\n`;
    await new Promise((written) => socket.write(waiting, written));
    socket.destroy();
    for (const path of [
      '/api/v1/companies/?company_domain=unlikely.com',
      '/api/v1/search/companies/?country=Unlikely',
    ])
      expect((await fetch(server.url + path, { headers })).status).toBe(200);
    await (await fetch(`${server.url}/live`)).text();
    await server.stop();
    // The server waits two seconds for the collector, which is too little on a busy machine.
    while (!['/v1/traces', '/v1/metrics'].every((path) => path in receiver.bodies)) await sleep(10);

    const sent = receiver.bodies['/v1/traces'] as { resourceSpans: ResourceSpans[] }[];
    interface ResourceSpans {
      resource: Resource;
      scopeSpans: { spans: Span[] }[];
    }
    const resources = sent.flatMap(({ resourceSpans }) => resourceSpans);
    const metrics = receiver.bodies['/v1/metrics'] as { resourceMetrics: { resource: Resource }[] }[];
    const instance = expect.stringMatching(/^[\da-f-]{36}$/);
    for (const { resource } of [...resources, ...metrics.flatMap((each) => each.resourceMetrics)])
      expect(attributesOf(resource)).toMatchObject({
        ...{ 'service.name': 'mine', 'service.version': VERSION, 'service.instance.id': instance },
        'deployment.environment.name': 'staging',
      });
    const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    const isWaiting = ({ name }: Span) => name === 'listChanges';
    const requests = spans.filter((span) => span.kind === 2 && !isWaiting(span));
    const aborted = attributesOf(spans.find(isWaiting)!);
    expect(requests.map(({ name, traceId: id, parentSpanId }) => [name, id, parentSpanId])).toEqual([
      ['getCompanies', traceId, 'b7ad6b7169203331'],
      ['searchCompanies', traceId, 'b7ad6b7169203331'],
    ]);
    expect([aborted['error.type'], aborted['http.response.status_code']]).toEqual(['aborted', undefined]);
    for (const request of requests) {
      expect(attributesOf(request)).toMatchObject({
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'dossier.organization': 'House',
      });
      const statements = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
      const texts = statements.map((statement) => attributesOf(statement)['db.query.text']);
      expect(texts).toContainEqual(expect.stringMatching(/^select .*companies/is));
      expect(attributesOf(statements[0]!)['db.system.name']).toBe(
        engine === 'postgres' ? 'postgresql' : 'sqlite',
      );
    }
    expect(JSON.stringify(receiver.bodies['/v1/metrics'])).toContain('"http.server.request.duration"');
    expect(JSON.stringify(receiver.bodies)).not.toMatch(new RegExp(`unlikely|${key}`, 'i'));
  });
});

it('a server without a collector loads no SDK of OpenTelemetry', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-telemetry-'));
  const from = (file: string) => JSON.stringify(join(import.meta.dirname, '..', file));
  const env = {
    PORT: '0',
    ADMIN_PORT: '0',
    DATABASE_URL: `sqlite:${join(folder, 'test.db')}`,
    SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
  };
  const loaded = await loadedPackages(`
    const { readConfig } = await import(${from('config.ts')});
    const { openLogger } = await import(${from('logger.ts')});
    const { startServer } = await import(${from('server/server.ts')});
    const server = await startServer(readConfig(${JSON.stringify(env)}), openLogger('silent'));
    await server.stop();`);
  rmSync(folder, { recursive: true, force: true });
  expect(loaded.has('prom-client')).toBe(true);
  // prom-client loads the interface, which does nothing without an SDK.
  loaded.delete('@opentelemetry/api');
  expect([...loaded].filter((name) => name.startsWith('@opentelemetry/'))).toEqual([]);
});
