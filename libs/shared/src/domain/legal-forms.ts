/**
 * Legal forms of companies, each with its other spellings. Source: the ISO 20275 Entity Legal Forms code list, published by
 * the Global Legal Entity Identifier Foundation (https://www.gleif.org/en/lei-data/code-lists), reduced to the forms of
 * large economies. Words are without dots and blanks: `S.A. de C.V.` is `sadecv`.
 */
const SPELLINGS: Record<string, string[]> = {
  inc: ['incorporated', 'incorporation'],
  corp: ['corporation', 'corporations'],
  co: ['company', 'compagnie', 'cie'],
  ltd: ['limited', 'ltda', 'limitada', 'limitee', 'ltee'],
  llc: ['limitedliabilitycompany'],
  llp: ['limitedliabilitypartnership'],
  lp: ['limitedpartnership'],
  plc: ['publiclimitedcompany'],
  gmbh: ['gesellschaftmitbeschrankterhaftung', 'mbh', 'ggmbh'],
  ag: ['aktiengesellschaft'],
  kg: ['kommanditgesellschaft', 'kgaa'],
  ug: ['ughaftungsbeschrankt'],
  se: ['societaseuropaea'],
  sa: ['societeanonyme', 'sociedadanonima', 'sadecv', 'sab', 'sabdecv', 'sae'],
  sas: ['societeparactionssimplifiee', 'sasu'],
  sarl: ['sarlau', 'eurl'],
  srl: ['societaaresponsabilitalimitata', 'srldecv'],
  spa: ['societaperazioni'],
  sl: ['sociedadlimitada', 'slu'],
  sca: [],
  nv: ['naamlozevennootschap'],
  bv: ['beslotenvennootschap', 'bvba', 'cvba'],
  ab: ['aktiebolag', 'publab', 'abpubl'],
  as: ['aksjeselskap', 'aktieselskab'],
  asa: ['allmennaksjeselskap'],
  aps: ['anpartsselskab'],
  oy: ['osakeyhtio'],
  oyj: ['julkinenosakeyhtio'],
  kk: ['kabushikikaisha', 'kabushikigaisha'],
  gk: ['godokaisha'],
  pte: ['private'],
  pty: ['proprietary'],
  pvt: [],
  bhd: ['berhad', 'sdnbhd'],
  tbk: [],
  jsc: ['pjsc', 'ojsc', 'cjsc', 'oao', 'zao', 'pao', 'ooo'],
  sp: ['spzoo', 'spolkazoo'],
  doo: [],
  kft: [],
  zrt: ['nyrt'],
  sro: [],
  pc: ['professionalcorporation'],
  pbc: ['publicbenefitcorporation'],
  reit: [],
};

const SHORT = new Map(
  Object.entries(SPELLINGS).flatMap(([form, others]) => [form, ...others].map((each) => [each, form])),
);

/** Forms that no name uses as a word of its own, so that they count as a form in any place: `Acme Corp. II`. */
const ANYWHERE = new Set(['inc', 'corp', 'ltd', 'llc', 'llp', 'plc', 'gmbh']);
/** How many tokens the longest form has: `public limited company`, `s a de c v`. */
const LONGEST = 6;

/** Forms of languages that do not separate words, at the beginning or the end of a name. */
const UNSEPARATED =
  /^(?:株式会社|有限会社|合同会社|一般社団法人|주식회사|유한회사)|(?:株式会社|有限会社|合同会社|股份有限公司|有限责任公司|有限責任公司|有限公司|公司|주식회사|유한회사)$/gu;

/** Returns the words with each legal form in its short spelling: `Acme Incorporated` is `acme inc`. */
export const shortForms = (words: string[]): string[] => {
  const end = formAtEnd(words);
  const short = words.map((word) => (ANYWHERE.has(SHORT.get(word) ?? '') ? SHORT.get(word)! : word));
  return end === undefined ? short : [...shortForms(words.slice(0, -end.length)), end.form];
};

/** Returns the words without legal forms; at least the first word stays. */
export function withoutForms(words: string[]): string[] {
  const end = formAtEnd(words);
  if (end !== undefined) return withoutForms(words.slice(0, -end.length));
  return words.filter((word, place) => place === 0 || !ANYWHERE.has(SHORT.get(word) ?? ''));
}

/** Returns a name in one piece without the legal forms of East Asia. */
export function withoutUnseparatedForms(name: string): string {
  const rest = name.replace(UNSEPARATED, '');
  return rest === '' ? name : rest;
}

/** Returns the form that the words end with, and how many words it has. */
function formAtEnd(words: string[]): { form: string; length: number } | undefined {
  for (let length = Math.min(LONGEST, words.length - 1); length > 0; length--) {
    const form = SHORT.get(words.slice(-length).join(''));
    if (form !== undefined) return { form, length };
  }
  return undefined;
}
