import { parseArgs } from 'node:util';
import { z } from 'zod';

/** A command for developers. Each option has a description, and a default unless it may be missing. */
export interface Command<Options extends z.ZodRawShape> {
  /** Such as `npm run campaigns -- [name…] [options]`. */
  usage: string;
  summary: string;
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
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = code;
  }
}

/** Returns the options of a command as JSON schemas. */
function describe<Options extends z.ZodRawShape>(options: Options) {
  const { properties = {} } = z.toJSONSchema(z.object(options), { io: 'input' });
  return Object.entries(properties as Record<string, z.core.JSONSchema.Schema>);
}

function helpOf<Options extends z.ZodRawShape>({
  usage,
  summary,
  options,
  argument,
}: Command<Options>): string {
  const lines = describe(options).map(([option, { type, enum: names, description, default: usual }]) => {
    const value = names?.join('|') ?? (type === 'integer' ? 'number' : 'text');
    const named = type === 'boolean' ? `--${option}` : `--${option} <${value}>`;
    const isShown = typeof usual === 'number' || (typeof usual === 'string' && usual !== '');
    const start = (option === argument ? option : named).padEnd(28);
    return `  ${start}  ${description}${isShown ? ` (default: ${usual})` : ''}\n`;
  });
  return `Usage: ${usage}\n\n${summary}\n\n${lines.join('')}`;
}

/** @throws Error for invalid arguments */
function parse<Options extends z.ZodRawShape>({ options, argument }: Command<Options>, args: string[]) {
  const described = describe(options);
  const flags = described.map(([option, { type }]) => [
    option,
    { type: type === 'boolean' ? type : 'string', multiple: type === 'array' },
  ]);
  const { values, positionals } = parseArgs({
    args,
    options: Object.fromEntries(flags) as Record<string, { type: 'boolean' | 'string'; multiple: boolean }>,
    allowPositionals: argument !== undefined,
  });
  const isList = described.some(([option, { type }]) => option === argument && type === 'array');
  const unnamed = positionals.length > 0 && { [argument!]: isList ? positionals : positionals[0] };
  const { data, error } = z.strictObject(options).safeParse({ ...values, ...unnamed });
  if (!error) return data;
  const problems = error.issues.map(({ path: [option], message }) =>
    option === argument ? message : `--${String(option)}: ${message}`,
  );
  throw new Error(`${problems.join('\n')}\nRun the command with --help for its options.`);
}
