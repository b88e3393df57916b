/** The legal forms that company names end with. */
const FORMS = new Set(
  (
    'inc incorporated corp corporation co company ltd limited llc llp lp plc gmbh ag kg se sa sas sarl srl spa bv nv ' +
    'ab as asa oy oyj aps kk pte pty'
  ).split(' '),
);

/**
 * Returns the key that company names are compared by: without case, accents, punctuation, a leading "The" and the legal
 * form. The key of `The Home Depot, Inc.` is `home depot`. Keys are stored, so a change here needs a migration.
 */
export function companyNameKey(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const words = plain.split(' ');
  if (words.length > 1 && words[0] === 'the') words.shift();
  while (words.length > 1 && FORMS.has(words.at(-1)!)) words.pop();
  return words.join(' ');
}
