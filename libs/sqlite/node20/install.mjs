import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// `npm run prepare`, which `npm ci` runs: compiles better-sqlite3 12 on a Node before 22.14, which has no Node-API 10.
// npm needs Python, make and a C++ compiler for it.
const folder = import.meta.dirname;
if (Number(process.versions.napi) < 10 && !existsSync(`${folder}/node_modules/better-sqlite3`))
  execFileSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
