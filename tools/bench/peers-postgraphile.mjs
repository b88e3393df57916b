import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

// PostGraphile 5 with the schema of version 4, so that both versions answer the same queries. Arguments: the folder of
// its packages, the address of the database, the folder of the queries, the port, and the size of the pool.
const [folder, connectionString, queries, port, pool] = process.argv.slice(2);
const load = createRequire(join(folder, 'package.json'));
const { postgraphile } = load('postgraphile');
const { PostGraphileAmberPreset } = load('postgraphile/presets/amber');
const { makeV4Preset } = load('postgraphile/presets/v4');
const { makePgService } = load('postgraphile/adaptors/pg');
const { grafserv } = load('postgraphile/grafserv/node');
const { PersistedPlugin } = load('@grafserv/persisted');

const persistedOperations = Object.fromEntries(
  readdirSync(queries).map((file) => [
    file.replace('.graphql', ''),
    readFileSync(join(queries, file), 'utf8'),
  ]),
);
const instance = postgraphile({
  extends: [
    PostGraphileAmberPreset,
    makeV4Preset({ simpleCollections: 'both', disableDefaultMutations: true, disableGraphiql: true }),
  ],
  plugins: [PersistedPlugin],
  pgServices: [makePgService({ connectionString, schemas: ['public'], poolConfig: { max: Number(pool) } })],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false, persistedOperations },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(Number(port), '127.0.0.1');
