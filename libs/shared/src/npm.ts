/** The options of our programs that npm has, too, and that people set in its own configuration. npm always sets `cache`. */
const OF_NPM = ['--all', '--before', '--cache', '--expires', '--json', '--name', '--progress', '--scopes'];

/**
 * Returns why a command must not run: npm took one of its options, because `--` was missing. `npm run ingest load … --dry-run`
 * starts a load without the option. npm passes what it takes on in variables.
 * @param script the name of npm's script
 * @param options the options of the command, as commander has them
 */
export function takenByNpm(
  script: string,
  options: readonly { long?: string | undefined }[],
  env: Record<string, string | undefined>,
): string | undefined {
  if (env['npm_lifecycle_event'] !== script) return undefined;
  const names = options.flatMap(({ long }) => long ?? []).filter((name) => !OF_NPM.includes(name));
  // An option that is off is empty.
  const taken = names.find((name) => env[`npm_config_${name.slice(2).replaceAll('-', '_')}`]);
  return taken && `npm took ${taken}. Put -- before the arguments: npm run ${script} -- …`;
}
