import type { ApiConfig } from '../config.ts';
import { describeVersions, findVersions } from './versions.ts';
import { ok, warning, type Finding } from './finding.ts';

/** Checks whether the tests ran on the versions of Node.js and of the servers. */
export async function checkVersions(config: ApiConfig): Promise<Finding[]> {
  return describeVersions(await findVersions(config)).map(({ isTested, message }) =>
    isTested
      ? ok('version', message)
      : warning('version', message, 'Use a tested version, or try this one on a copy first.'),
  );
}
