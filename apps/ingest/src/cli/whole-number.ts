import { InvalidArgumentError } from 'commander';

/** Reads a number of the command line. @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a whole number, 1 or more.');
}
