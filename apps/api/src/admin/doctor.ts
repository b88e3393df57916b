import { ConfigError } from '@dossier/shared';
import { readConfig, type ApiConfig } from '../config.ts';
import { describeConfig } from '../describe-config.ts';
import { VERSION } from '../version.ts';
import { checkBackups } from './doctor-backups.ts';
import { checkDatabase } from './doctor-database.ts';
import { checkDisks, checkModes } from './doctor-files.ts';
import { checkIndex } from './doctor-index.ts';
import { checkAddresses, checkIssuer } from './doctor-network.ts';
import { checkWorkers } from './doctor-workers.ts';
import { checkWebhooks } from './doctor-webhooks.ts';
import { checkReplica } from './doctor-replica.ts';
import { failed, ok, warning, type Finding } from './finding.ts';
import { describeVersions, findVersions } from './versions.ts';

/** The result of all checks. `settings` contains no secrets. */
export interface Diagnosis {
  version: string;
  node: string;
  settings: Record<string, unknown>;
  findings: Finding[];
}

/** Checks a deployment from its settings, and changes nothing. */
export async function diagnose(
  env: Record<string, string | undefined>,
  now = new Date(),
): Promise<Diagnosis> {
  const about = { version: VERSION, node: process.version };
  let config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const finding = failed('settings', error.message, 'Correct the variable.');
    return { ...about, settings: {}, findings: [finding] };
  }
  const findings = [
    ok('settings', 'All settings are valid.'),
    // A full disk explains what fails on it, so it comes first.
    ...(await checkDisks(config)),
    ...(await checkVersions(config)),
    ...(await checkDatabase(config, now)),
    ...(await checkWorkers(config)),
    ...(await checkReplica(config)),
    ...(await checkBackups(config, now, env)),
    ...(await checkIndex(config)),
    ...(await checkWebhooks(config, now)),
    ...checkModes(config),
    ...(await checkIssuer(config)),
    ...(await checkAddresses(config)),
  ];
  return { ...about, settings: describeConfig(config), findings };
}

/** Checks whether the tests ran on the versions of Node.js and of the servers. */
const checkVersions = async (config: ApiConfig): Promise<Finding[]> =>
  describeVersions(await findVersions(config)).map(({ isTested, message }) =>
    isTested
      ? ok('version', message)
      : warning('version', message, 'Use a tested version, or try this one on a copy first.'),
  );

/** Returns a diagnosis as text, which ends with a list of remedies. */
export function formatDiagnosis({ version, node, findings }: Diagnosis): string {
  const lines = findings.flatMap(({ level, check, message, remedy }) => [
    `${level.padEnd(7)}  ${check}: ${message}`,
    ...(remedy === undefined ? [] : [`         ${remedy}`]),
  ]);
  const todo = ['error', 'warning'].flatMap((level) => findings.filter((each) => each.level === level));
  const end =
    todo.length === 0
      ? 'Nothing to do.'
      : `To do, in this order:\n${todo.map(({ check, remedy }, i) => `  ${i + 1}. ${check}: ${remedy}`).join('\n')}`;
  return [`Dossier ${version} on Node.js ${node}`, ...lines, '', end, ''].join('\n');
}
