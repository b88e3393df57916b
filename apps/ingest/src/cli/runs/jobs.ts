import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { Command, Option } from 'commander';
import { Cron } from 'croner';
import { parse } from 'yaml';
import { z } from 'zod';
import { isRemote } from '../../files/remote/address.ts';
import { STDIN } from '../../files/source.ts';
import { LoadError } from '../../rows/types.ts';

/** A command that `watch` runs on a schedule. */
export interface Job {
  name: string;
  /** A cron expression, in UTC. */
  schedule: string;
  /** The command and its arguments, with the values of variables. */
  run: string[];
  /** Jobs of one source never run at the same time, not even in two programs. */
  source: string;
}

/** The commands that a job may run: they end by themselves, and repeating them is safe. */
const COMMANDS = ['load', 'edgar', 'retry', 'index'];

const text = z.union([z.string(), z.number()]).transform(String);
const job = z.strictObject({
  name: z.string().regex(/^[\w.-]{1,60}$/, 'must have letters, digits, dots, dashes and underscores only'),
  schedule: z.string().refine(isSchedule, 'must be a cron expression, such as "0 6 * * *"'),
  run: z
    .array(text, 'must be a list: [load, companies, companies.csv]')
    .min(1)
    .refine(([command]) => COMMANDS.includes(command!), `must begin with ${COMMANDS.join(', ')}`),
  source: z.string().min(1).max(200).optional(),
});
const jobFile = z.strictObject({ jobs: z.array(job).min(1) });

function isSchedule(schedule: string): boolean {
  try {
    return new Cron(schedule, { paused: true, timezone: 'UTC' }).nextRun() !== null;
  } catch {
    return false;
  }
}

/** Returns the arguments of a command, with its relative paths joined to a folder. */
function besideFolder(args: string[], folder: string, program: Command): string[] {
  const beside = (path: string) =>
    path === STDIN || isRemote(path) || isAbsolute(path) ? path : join(folder, path);
  let command = program;
  let position = 0;
  const optionOf = (argument: string | undefined) => command.options.find(({ long }) => long === argument);
  const isPath = (option: Option | undefined) => /<(?:file|folder)>/.test(option?.flags ?? '');
  return args.map((argument, i) => {
    const before = optionOf(args[i - 1]);
    if (before?.required) return isPath(before) ? beside(argument) : argument;
    const [name, value] = argument.split(/=(.*)/s);
    if (argument.startsWith('--'))
      return value !== undefined && isPath(optionOf(name)) ? `${name}=${beside(value)}` : argument;
    const inner = command.commands.find((each) => each.name() === argument);
    if (inner) command = inner;
    const known = command.registeredArguments;
    const named = inner ? undefined : known[Math.min(position++, known.length - 1)];
    return /^(?:paths|files)$/.test(named?.name() ?? '') ? beside(argument) : argument;
  });
}

/**
 * Reads a file of jobs. Relative paths in its commands begin at its folder. `${NAME}` in an argument is the value of an
 * environment variable.
 * @param program the command line, which knows the paths among the arguments
 * @throws LoadError that names the job and what is wrong
 */
export async function readJobs(
  path: string,
  env: Record<string, string | undefined>,
  program: Command,
): Promise<Job[]> {
  const yaml = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new LoadError(error.code === 'ENOENT' ? `There is no job file ${path}.` : error.message);
  });
  let value: unknown;
  try {
    value = parse(yaml, { logLevel: 'error' });
  } catch (error) {
    throw new LoadError(`${path} is not YAML: ${(error as Error).message.split('\n', 1)[0]!}`);
  }
  const read = jobFile.safeParse(value);
  if (!read.success) {
    const [{ path: place, message } = { path: [], message: '' }] = read.error.issues;
    throw new LoadError(`${path}: ${place.join('.') || 'the file'}: ${message}.`);
  }
  const { jobs } = read.data;
  const twice = jobs.find(({ name }, i) => jobs.findIndex((other) => other.name === name) !== i);
  if (twice) throw new LoadError(`${path}: two jobs are called ${twice.name}. Rename one of them.`);
  return jobs.map(({ name, schedule, run, source = name }) => ({
    name,
    schedule,
    source,
    run: besideFolder(
      run.map((argument) => withVariables(argument, env, `${path}: ${name}`)),
      dirname(path),
      program,
    ),
  }));
}

function withVariables(argument: string, env: Record<string, string | undefined>, place: string): string {
  return argument.replaceAll(/\$\{(\w+)\}/g, (_whole, name: string) => {
    const value = env[name];
    if (value === undefined) throw new LoadError(`${place}: the environment variable ${name} is not set.`);
    return value;
  });
}
