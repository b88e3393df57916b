/** What stands at the end of names of companies and says only how they are incorporated. */
const FORMS = new Set(
  (
    'inc incorporated corp corporation co company ltd limited llc llp lp plc gmbh ag kg se sa sas sarl srl spa bv nv ' +
    'ab as asa oy oyj aps kk pte pty'
  ).split(' '),
);

/**
 * A name of a company as it is compared: without case, accents, punctuation, a leading "The" and the form of
 * incorporation, so that `The Home Depot, Inc.` is `home depot`. Keys are stored: a change here needs a migration
 * that makes them anew.
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
