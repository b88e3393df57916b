import { forbiddenLicences, lockedPackages } from './licences.ts';

/** `npm run licences -w tools`: lists packages of the product with a licence that is not allowed. */
const found = forbiddenLicences(lockedPackages());
process.stdout.write(found.length === 0 ? 'All licences are allowed.\n' : `${found.join('\n')}\n`);
process.exitCode = found.length === 0 ? 0 : 1;
