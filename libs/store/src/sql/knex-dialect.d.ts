/** Knex's own client of better-sqlite3, which its types do not mention. */
declare module 'knex/lib/dialects/better-sqlite3/index.js' {
  import type { Knex } from 'knex';
  export default Knex.Client;
}
