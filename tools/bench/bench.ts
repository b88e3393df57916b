import { parseArgs } from 'node:util';
import { z } from 'zod';
import { withDefer, type Defer } from './defer.ts';

/** What a bench measures, and how. Each option has a description, and a default unless it may be missing. */
interface Declared<Options extends z.ZodRawShape> {
  summary: string;
  options: Options;
  /** The option whose value needs no name. */
  argument?: keyof Options & string;
  run: (values: z.output<z.ZodObject<Options>>, defer: Defer) => Promise<void>;
}

export interface Bench {
  help(name: string): string;
  /** Runs the bench with the arguments of the command. @throws Error for invalid ones */
  run(args: string[]): Promise<void>;
}

/** Makes a bench. Its help and the check of its arguments follow from its options. */
export function bench<Options extends z.ZodRawShape>({
  summary,
  options,
  argument,
  run,
}: Declared<Options>): Bench {
  const schema = z.strictObject(options);
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' }) as z.core.JSONSchema.ObjectSchema;
  const described = Object.entries(properties as Record<string, z.core.JSONSchema.Schema>);
  return {
    help: (name) => {
      const lines = described.map(([option, { type, enum: names, description, default: usual }]) => {
        const value =
          type === 'boolean' ? '' : ` <${names?.join('|') ?? (type === 'integer' ? 'number' : 'text')}>`;
        const isShown = typeof usual === 'number' || (typeof usual === 'string' && usual !== '');
        return `  ${`--${option}${value}`.padEnd(28)}  ${description}${isShown ? ` (default: ${usual})` : ''}\n`;
      });
      const unnamed = argument === undefined ? '' : ` <${argument}>`;
      return `npm run bench -- ${name}${unnamed} [options]\n\n${summary}\n\n${lines.join('')}`;
    },
    run: async (args) => {
      const flags = described.map(([option, { type }]) => [
        option,
        { type: type === 'boolean' ? type : 'string', multiple: type === 'array' },
      ]);
      const { values, positionals } = parseArgs({
        args,
        options: Object.fromEntries(flags) as Record<
          string,
          { type: 'boolean' | 'string'; multiple: boolean }
        >,
        allowPositionals: argument !== undefined,
      });
      const given = positionals.map((value) => [argument, value]);
      const { data, error } = schema.safeParse({ ...values, ...Object.fromEntries(given) });
      if (error)
        throw new Error(
          error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}.`).join('\n'),
        );
      await withDefer((defer) => run(data, defer));
    },
  };
}

/** Returns an option that is a whole number from 1. */
export const whole = (usual: number, about: string) =>
  z.coerce.number().int().positive().default(usual).describe(about);

/** Returns an option that is one of some names, by default the first. */
export const oneOf = <Name extends string>(names: readonly [Name, ...Name[]], about: string) =>
  z.enum(names).default(names[0]).describe(about);

/** Returns an option that lists some of the names, by default all. */
export const someOf = <Name extends string>(names: readonly Name[], about: string) =>
  z
    .string()
    .default(names.join())
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names)))
    .describe(about);

/** The option for the database of a bench. */
export const database = oneOf(['sqlite', 'postgres'], 'database that the bench fills');
