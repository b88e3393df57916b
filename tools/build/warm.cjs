'use strict';
// node warm.cjs <bundle> [argument...]: runs a bundle and writes V8's code cache of it beside it. The cache
// then holds the functions that the run called. With PORT set, the program is a server: it is stopped once it answers.
const { renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { runBundle } = require('../../bin/bundle.cjs');

const [, , path, ...args] = process.argv;
process.argv = [process.execPath, path, ...args];
const script = runBundle(path, join(__dirname, '../..'));

process.on('exit', (code) => {
  if (code !== 0) return;
  writeFileSync(`${path}.cache.${process.pid}`, script.createCachedData());
  renameSync(`${path}.cache.${process.pid}`, `${path}.cache`);
});

if (process.env.PORT) {
  const isUp = () =>
    fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(
      (response) => response.ok,
      () => false,
    );
  const timer = setInterval(async () => {
    if (await isUp()) process.kill(process.pid, 'SIGTERM');
    else return;
    clearInterval(timer);
  }, 50);
}
