import { parseArgs } from 'node:util';
import { z } from 'zod';

/**
 * A command for developers. Each option has a description, and a default unless it may be missing. Its `value` in `meta`
 * stands for a value in the help.
 */
export interface Command<Options extends z.ZodRawShape> {
  /** Such as `npm run campaigns -- [name…] [options]`. */
  usage: string;
  summary: string;
  examples?: string[];
  options: Options;
  /** The option whose values need no name. */
  argument?: keyof Options & string;
  run: (values: z.output<z.ZodObject<Options>>) => Promise<void> | void;
}

/**
 * Runs a command. Its help and the check of its arguments follow from its options. Prints errors, and sets the exit code: 2 for
 * invalid arguments, and 1 if the command fails.
 */
export async function runCommand<Options extends z.ZodRawShape>(
  command: Command<Options>,
  args = process.argv.slice(2),
): Promise<void> {
  let code = 2;
  try {
    if (args.includes('--help')) process.stdout.write(helpOf(command));
    else {
      const values = parse(command, args);
      code = 1;
      await command.run(values);
    }
  } catch (error) {
    const hint = code === 2 ? 'Run the command with --help for its options.\n' : '';
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${hint}`);
    process.exitCode = code;
  }
}

/** Returns the options of a command as JSON schemas. */
function describe<Options extends z.ZodRawShape>(options: Options) {
  const { properties = {} } = z.toJSONSchema(z.object(options), { io: 'input' });
  return Object.entries(properties as Record<string, z.core.JSONSchema.Schema>);
}

function helpOf<Options extends z.ZodRawShape>(command: Command<Options>): string {
  const { usage, summary, examples = [], options, argument } = command;
  const lines = describe(options).map(
    ([option, { type, enum: names, description, default: usual, value }]) => {
      const usualName = type === 'integer' ? 'number' : 'text';
      const placeholder = (value as string | undefined) ?? names?.join('|') ?? usualName;
      const named = type === 'boolean' ? `--${option}` : `--${option} <${placeholder}>`;
      const isShown = typeof usual === 'number' || (typeof usual === 'string' && usual !== '');
      const end = `${description}${isShown ? ` (default: ${usual})` : ''}`;
      return { start: option === argument ? `<${option}>` : named, end };
    },
  );
  const width = Math.max(...lines.map(({ start }) => start.length));
  const listed = lines.map(({ start, end }) => `  ${start.padEnd(width)}  ${end}\n`).join('');
  const shown = examples.length > 0 ? `\nExamples:\n${examples.map((line) => `  ${line}\n`).join('')}` : '';
  return `Usage: ${usage}\n\n${summary}\n\n${listed}${shown}`;
}

/** Returns the options and arguments of a command. @throws Error for invalid ones */
function parse<Options extends z.ZodRawShape>({ options, argument }: Command<Options>, args: string[]) {
  const described = describe(options);
  const flags = described
    .filter(([option]) => option !== argument)
    .map(([option, { type }]) => [
      option,
      { type: type === 'boolean' ? type : 'string', multiple: type === 'array' },
    ]);
  const { values, positionals } = parseArgs({
    args,
    options: Object.fromEntries(flags) as Record<string, { type: 'boolean' | 'string'; multiple: boolean }>,
    allowPositionals: argument !== undefined,
  });
  const isList = described.some(([option, { type }]) => option === argument && type === 'array');
  if (!isList && positionals.length > 1) throw new Error(`Unexpected argument '${positionals[1]}'`);
  const unnamed = positionals.length > 0 && { [argument!]: isList ? positionals : positionals[0] };
  const given: Record<string, unknown> = { ...values, ...unnamed };
  const { data, error } = z.object(options).safeParse(given, { error: faultOf });
  if (!error) return data;
  const problems = error.issues.map(({ path: [name, place], message }) => {
    const option = String(name);
    const label = option === argument ? `<${option}>` : `--${option}`;
    const value = given[option];
    const description = described.find(([each]) => each === option)?.[1].description;
    if (value === undefined) return `${label} is missing. Name the ${description}.`;
    return `${label} ${message}, not "${String(Array.isArray(value) ? value[Number(place)] : value)}".`;
  });
  throw new Error(problems.join('\n'));
}

/** Returns what the value of an option must be. Other faults have a message of their option. */
function faultOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return 'must be a whole number';
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  return issue.code === 'invalid_value' ? `must be one of: ${issue.values.join(', ')}` : undefined;
}
