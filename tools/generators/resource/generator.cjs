'use strict';
const { execFileSync } = require('node:child_process');
const { join } = require('node:path');
const { formatFiles, generateFiles, names } = require('@nx/devkit');
const { registrations } = require('./registrations.cjs');

/** `npx nx g @dossier/tools:resource awards`: does what CONTRIBUTING.md lists under "How to add a resource". */
module.exports = async function resourceGenerator(
  tree,
  { plural, singular = singularOf(plural), generate = true },
) {
  if (singular === plural) throw new Error(`Give the singular of ${plural} with --singular.`);
  if (tree.exists(`apps/api/src/resources/${plural}`))
    throw new Error(`The resource ${plural} exists already.`);
  const words = plural.replaceAll('-', ' ');
  const title = singular.replaceAll('-', ' ');
  const name = {
    plural,
    singular,
    words,
    title,
    Title: words[0].toUpperCase() + words.slice(1),
    table: plural.replaceAll('-', '_'),
    one: names(singular).propertyName,
    One: names(singular).className,
    many: names(plural).propertyName,
    Many: names(plural).className,
    number: nextNumber(tree.children('libs/store/src/schema/migrations')),
  };
  generateFiles(tree, join(__dirname, 'files'), '.', name);
  for (const { file, edits } of registrations(name)) edit(tree, file, edits);
  await formatFiles(tree);
  return () => {
    if (generate) execFileSync('npm', ['run', '--silent', 'generate'], { cwd: tree.root, stdio: 'inherit' });
    process.stdout.write(
      `Change the fields of ${plural} to yours, then run: npm run typecheck && npm run generate && npm test\n` +
        `Add the smallest record to docs/data-team/reference.md, and a curl line to docs/quickstart.md.\n`,
    );
  };
};

const singularOf = (plural) => plural.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');

/** Returns the number after that of the last migration, in four digits. */
function nextNumber(files) {
  const last = Math.max(...files.map((file) => Number.parseInt(file, 10)).filter(Number.isFinite));
  return String(last + 1).padStart(4, '0');
}

/** Applies edits to a file. Each replaces the one place that matches `at`; `$&` in `by` is what was there. */
function edit(tree, file, edits) {
  let text = tree.read(file, 'utf8');
  for (const { at, by } of edits) {
    if (!at.test(text))
      throw new Error(`${file} has no place that matches ${at}. Adapt tools/generators/resource.`);
    text = text.replace(at, by);
  }
  tree.write(file, text);
}
