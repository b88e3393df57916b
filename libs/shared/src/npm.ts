/** Options that people also set for npm itself. Without them, a command prints less, but does the same. */
const OF_NPM = new Set(['--json', '--version']);

/**
 * Returns why a command must not run: npm has taken one of its options, because `--` was missing. `npm run ingest load …
 * --dry-run` starts a load without the option. npm passes what it takes on in variables.
 * @param script the name of the script of npm
 * @param options the options of the command, such as `--dry-run`
 */
export function takenByNpm(
  script: string,
  options: string[],
  env: Record<string, string | undefined>,
): string | undefined {
  if (env['npm_lifecycle_event'] !== script) return undefined;
  const nameOf = (option: string) => `npm_config_${option.slice(2).replaceAll('-', '_')}`;
  const taken = options.find((option) => !OF_NPM.has(option) && env[nameOf(option)] !== undefined);
  return taken && `npm has taken the option ${taken} for itself. Write -- before: npm run ${script} -- …`;
}
