import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OpenApiDocument } from '@dossier/api';
import { openApiProblems } from './openapi-rules.ts';

/** `npm run openapi -w tools`: prints the problems of docs/reference/openapi.json, and fails if there are any. */
const path = resolve(import.meta.dirname, '../docs/reference/openapi.json');
const problems = await openApiProblems(JSON.parse(readFileSync(path, 'utf8')) as OpenApiDocument);
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
else process.stdout.write('docs/reference/openapi.json: no problems.\n');
