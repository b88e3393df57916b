import { run } from './jest.base.mjs';

const folders = ['shared', 'sqlite', 'store', 'search', 'embeds', 'pages'].map((name) => `libs/${name}`);

/** Returns a project's own configuration for a run of several projects. */
async function project(folder) {
  const { default: config } = await import(`./${folder}/jest.config.mjs`);
  const own = Object.entries(config).filter(([name]) => !(name in run));
  return { ...Object.fromEntries(own), rootDir: folder };
}

/** All tests in one run: their projects share workers, and with them modules, a browser and the servers. */
export default {
  ...run,
  projects: await Promise.all([...folders, 'apps/api', 'apps/ingest', 'tools'].map(project)),
};
