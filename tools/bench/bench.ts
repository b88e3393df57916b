import { z } from 'zod';
import { runCommand, type Command } from '../command.ts';
import { withDefer, type Defer } from './defer.ts';

/** Runs a bench with the arguments of its command. */
export type Bench = (name: string, args: string[]) => Promise<void>;

/** Makes a bench of what it measures, its options and the measurement. */
export const bench =
  <Options extends z.ZodRawShape>(
    declared: Omit<Command<Options>, 'usage' | 'run'> & {
      run: (values: z.output<z.ZodObject<Options>>, defer: Defer) => Promise<void>;
    },
  ): Bench =>
  (name, args) => {
    const argument = declared.argument === undefined ? '' : ` <${declared.argument}>`;
    const usage = `npm run bench -- ${name}${argument} [options]`;
    const run = (values: z.output<z.ZodObject<Options>>) => withDefer((defer) => declared.run(values, defer));
    return runCommand({ ...declared, usage, run }, args);
  };

/** Returns an option that is a whole number from 1. */
export const whole = (usual: number, about: string) =>
  z.coerce.number().int().min(1).default(usual).describe(about);

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
    .meta({ value: 'name,…', description: about });

/** The option for the database of a bench. */
export const database = oneOf(['sqlite', 'postgres'], 'database to fill');
