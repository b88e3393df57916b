import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licences that packages of the product may have (SPDX). */
const ALLOWED = [
  '0BSD',
  // How sqlite-vec writes Apache-2.0.
  'Apache',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
];

/** Packages whose metadata names no licence of the list, with the one that their files contain. */
const READ: Record<string, string> = {
  busboy: 'MIT',
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  'png-js': 'MIT',
  streamsearch: 'MIT',
};

interface LockedPackage {
  dev?: boolean;
  link?: boolean;
  license?: string;
}

/** Returns the packages of the product whose licence is unknown or not allowed: `name: licence`. */
export function forbiddenLicences(packages: Record<string, LockedPackage>): string[] {
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { license }]) => ({ name: path.replace(/^.*node_modules\//, ''), license }))
    .filter(({ name, license }) => !Object.hasOwn(READ, name) && !isAllowed(license))
    .map(({ name, license }) => `${name}: ${license ?? 'no licence'}`);
}

/** Returns whether one licence of a choice (`OR`), or all of a combination (`AND`), are allowed. */
function isAllowed(expression = ''): boolean {
  const plain = expression.replaceAll(/[()]/g, '');
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((one) => ALLOWED.includes(one)));
}

/** Reads the packages of the lockfile. */
export function lockedPackages(): Record<string, LockedPackage> {
  const lockfile = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8');
  return (JSON.parse(lockfile) as { packages: Record<string, LockedPackage> }).packages;
}
