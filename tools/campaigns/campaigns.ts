/** A program that kills, floods or measures whole programs, or sends them random requests. */
export interface Campaign {
  about: string;
  /** A pattern of the paths of its test files, which begins with the folder of their project. */
  tests: string;
  /** Only tests whose titles match; their short form is part of `npm test`. */
  titles?: string;
  /** It needs a quiet machine, so it runs only by name or with --long. */
  isQuiet?: true;
  /** The long form: settings of the same tests, or the bench of this name. */
  long: Record<string, string> | 'bench';
}

/** Returns the folder of the project of a campaign. */
export const projectOf = ({ tests }: Campaign): string => /^(?:apps|libs)\/\w+|^tools/.exec(tests)![0];

/** The campaigns by name. A test checks that each `*.campaign.ts` belongs to one. */
export const campaigns: Record<string, Campaign> = {
  contract: {
    about: 'generated requests, valid and invalid, to every operation',
    tests: 'apps/api/src/openapi/contract',
    long: { CONTRACT_RUNS: '500' },
  },
  crash: {
    about: 'loads killed at named and random moments, then repeated',
    tests: 'apps/ingest/src/testing/crash',
    long: { CRASH_RUNS: '300' },
  },
  undo: {
    about: 'random histories of feeds, values set by hand, merges and undos; the short form is in npm test',
    tests: 'apps/ingest/src/edits/(undo|undo-links|merge).test',
    titles: 'of any runs in any order|is undone exactly|hand|no remaining run',
    long: { HISTORIES: '1000', FEEDS: '1000' },
  },
  mirror: {
    about:
      'the copy of a client that follows a snapshot and the changes, and as_of, during random histories with kills',
    tests: 'tools/mirror',
    long: { MIRROR_ROUNDS: '112', MIRROR_STEPS: '500', MIRROR_MOMENTS: '200' },
  },
  client: {
    about: 'random calls of the client through faults; the short form is in npm test',
    tests: 'tools/e2e/client-faults',
    titles: 'random calls',
    long: { CLIENT_CALLS: '10000' },
  },
  agents: {
    about: 'random calls of the tools for agents; the short form is in npm test',
    tests: 'apps/api/src/agents/agents.test',
    titles: 'random calls',
    long: { AGENT_CALLS: '1000' },
  },
  hostile: {
    about: 'random requests to the pages of the site and the console; the short form is in npm test',
    tests: 'apps/api/src/pages/console/hostile.test',
    titles: 'without a 5xx',
    long: { HOSTILE_REQUESTS: '5000' },
  },
  search: {
    about: 'random texts and queries on both search engines; the short form is in npm test',
    tests: 'libs/search/.*engine.test',
    titles: 'never an error|never causes|any entries|whatever its name',
    long: { SEARCH_QUERIES: '10000', SEARCH_CORPORA: '300' },
  },
  restore: {
    about: 'a backup under load, restored and compared',
    tests: 'tools/e2e/restore',
    long: { RESTORE_QUESTIONS: '500', RESTORE_SEARCHES: '200' },
  },
  cluster: {
    about:
      'answers and a load on a cluster of Citus that loses a worker, next to SQLite; needs TEST_CITUS_URL',
    tests: 'tools/e2e/cluster',
    long: { CLUSTER_NEWS: '100000' },
  },
  reindex: {
    about: 'searches while the index is rebuilt',
    tests: 'tools/e2e/reindex',
    long: { REINDEXES: '50' },
  },
  runtime: {
    about:
      'a service under load and loads while all programs collect garbage, which finds crashes of drivers',
    tests: 'tools/e2e/runtime',
    long: { RUNTIME_SECONDS: '300' },
  },
  faults: {
    about: 'a service under load while its databases, disk, search server, workers and clock fail',
    tests: 'tools/e2e/faults',
    isQuiet: true,
    long: { FAULTS_SECONDS: '1800' },
  },
  generator: {
    about: 'what the generator of resources writes is compiled, formatted and tested',
    tests: 'tools/generators/resource',
    long: {},
  },
  servers: {
    about: 'older versions of Postgres',
    tests: 'tools/e2e/servers',
    long: { SERVER_SUITES: 'all' },
  },
  memory: {
    about: 'the memory of a load',
    tests: 'tools/bench/memory',
    long: 'bench',
  },
  overload: {
    about: 'ten times as many requests as the API can answer',
    tests: 'tools/bench/overload',
    long: 'bench',
  },
  speed: {
    about: 'the CPU of questions with few and many rows, and those of a bare server',
    tests: 'tools/bench/speed',
    long: 'bench',
  },
};
