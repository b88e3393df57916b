import { existsSync, readdirSync } from 'node:fs';
import { run } from './jest.base.mjs';

/** The folders of the projects that have tests. */
const folders = ['libs', 'apps']
  .flatMap((parent) => readdirSync(new URL(parent, import.meta.url)).map((name) => `${parent}/${name}`))
  .filter((folder) => existsSync(new URL(`${folder}/jest.config.mjs`, import.meta.url)));

/** Returns a project's own configuration for a run of several projects. */
async function project(folder) {
  const { default: config } = await import(`./${folder}/jest.config.mjs`);
  const own = Object.entries(config).filter(([name]) => !(name in run));
  return { ...Object.fromEntries(own), rootDir: folder };
}

/** All tests in one run: their projects share workers, and with them modules, a browser and the servers. */
export default {
  ...run,
  projects: await Promise.all([...folders, 'tools'].map(project)),
};
