/** A program that kills, floods or measures whole programs, or sends them random requests. */
export interface Campaign {
  about: string;
  /** The folder of the project, and patterns of its test files. */
  project: string;
  files: string[];
  /** Only tests whose titles match; their short form is part of `npm test`. */
  titles?: string;
  /** It needs a quiet machine, so it runs only by name or with --long. */
  isQuiet?: true;
  /** The long form: settings of the same tests, or a bench. */
  long: { settings: Record<string, string> } | { bench: string };
}

/** The campaigns by name. A test checks that each `*.campaign.ts` belongs to one. */
export const campaigns: Record<string, Campaign> = {
  contract: {
    about: 'generated requests, valid and invalid, to every operation',
    project: 'apps/api',
    files: ['openapi/contract'],
    long: { settings: { CONTRACT_RUNS: '500' } },
  },
  crash: {
    about: 'loads killed at named and random moments, then repeated',
    project: 'apps/ingest',
    files: ['testing/crash'],
    long: { settings: { CRASH_RUNS: '300' } },
  },
  undo: {
    about: 'random histories of feeds, values set by hand, merges and undos; the short form is in npm test',
    project: 'apps/ingest',
    files: ['/undo.test', '/undo-links.test', '/merge.test'],
    titles: 'of any runs in any order|is undone exactly|hand|no remaining run',
    long: { settings: { HISTORIES: '1000', FEEDS: '1000' } },
  },
  mirror: {
    about:
      'the copy of a client that follows a snapshot and the changes, and as_of, during random histories with kills',
    project: 'tools',
    files: ['mirror'],
    long: { settings: { MIRROR_ROUNDS: '112', MIRROR_STEPS: '500', MIRROR_MOMENTS: '200' } },
  },
  client: {
    about: 'random calls of the client through faults; the short form is in npm test',
    project: 'tools',
    files: ['e2e/client-faults'],
    titles: 'random calls',
    long: { settings: { CLIENT_CALLS: '10000' } },
  },
  agents: {
    about: 'random calls of the tools for agents; the short form is in npm test',
    project: 'apps/api',
    files: ['agents/agents.test'],
    titles: 'random calls',
    long: { settings: { AGENT_CALLS: '1000' } },
  },
  hostile: {
    about: 'random requests to the pages of the site and the console; the short form is in npm test',
    project: 'apps/api',
    files: ['pages/console/hostile.test'],
    titles: 'without a 5xx',
    long: { settings: { HOSTILE_REQUESTS: '5000' } },
  },
  search: {
    about: 'random texts and queries on both search engines; the short form is in npm test',
    project: 'libs/search',
    files: ['engine.test'],
    titles: 'never an error|never causes|any entries|whatever its name',
    long: { settings: { SEARCH_QUERIES: '10000', SEARCH_CORPORA: '300' } },
  },
  restore: {
    about: 'a backup under load, restored and compared',
    project: 'tools',
    files: ['e2e/restore'],
    long: { settings: { RESTORE_QUESTIONS: '500', RESTORE_SEARCHES: '200' } },
  },
  cluster: {
    about:
      'answers and a load on a cluster of Citus that loses a worker, next to SQLite; needs TEST_CITUS_URL',
    project: 'tools',
    files: ['e2e/cluster'],
    long: { settings: { CLUSTER_NEWS: '100000' } },
  },
  reindex: {
    about: 'searches while the index is rebuilt',
    project: 'tools',
    files: ['e2e/reindex'],
    long: { settings: { REINDEXES: '50' } },
  },
  runtime: {
    about:
      'a service under load and loads while all programs collect garbage, which finds crashes of drivers',
    project: 'tools',
    files: ['e2e/runtime'],
    long: { settings: { RUNTIME_SECONDS: '300' } },
  },
  faults: {
    about: 'a service under load while its databases, disk, search server, workers and clock fail',
    project: 'tools',
    files: ['e2e/faults'],
    isQuiet: true,
    long: { settings: { FAULTS_SECONDS: '1800' } },
  },
  generator: {
    about: 'what the generator of resources writes is compiled, formatted and tested',
    project: 'tools',
    files: ['generators/resource'],
    long: { settings: {} },
  },
  servers: {
    about: 'older versions of Postgres',
    project: 'tools',
    files: ['e2e/servers'],
    long: { settings: { SERVER_SUITES: 'all' } },
  },
  memory: {
    about: 'the memory of a load',
    project: 'tools',
    files: ['bench/memory'],
    long: { bench: 'memory' },
  },
  overload: {
    about: 'ten times as many requests as the API can answer',
    project: 'tools',
    files: ['bench/overload'],
    long: { bench: 'overload' },
  },
  speed: {
    about: 'the CPU of questions with few and many rows, and those of a bare server',
    project: 'tools',
    files: ['bench/speed'],
    long: { bench: 'speed' },
  },
};
