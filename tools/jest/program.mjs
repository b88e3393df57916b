import { register } from 'node:module';

// For `node --import`: runs a program from source with the compiled files of the tests. tsx compiles each file again in
// each run, because it keeps its compiled files in the temporary folder.
register('./hooks.mjs', import.meta.url);
