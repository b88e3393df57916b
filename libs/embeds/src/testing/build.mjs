import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const builder = resolve(import.meta.dirname, '../../../../tools/build/libraries.mjs');

/** Jest's globalSetup: builds what the tests read, unless `npm ci` or an earlier run has. Libraries do not import tools. */
export default () => promisify(execFile)(process.execPath, [builder]);
