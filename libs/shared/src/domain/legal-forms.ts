import { foldLetters } from './fold.ts';

/**
 * Legal forms of companies, each with its other spellings. Source: the ISO 20275 Entity Legal Forms code list, published by
 * the Global Legal Entity Identifier Foundation (https://www.gleif.org/en/lei-data/code-lists), without forms
 * that are also words or initials in English, such as IS and DA. Words are without dots and blanks: `S.A. de C.V.` is `sadecv`.
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

/** More forms at the end of a name, which have no short spelling of their own, by language. */
const ENDINGS = [
  'pllc lllp ulc lc nationalassociation dac clg cic cio lbg cyf cyfyngedig teoranta designatedactivitycompany',
  'unlimitedcompany companylimitedbyguarantee communityinterestcompany incorporee senc opc plt npc suarl',
  'ohg gbr gug gesmbh partg partgmbb sagl genossenschaft vof commv vzw asbl sprl scrl snc scs scop sci selarl gie',
  'srls sapa scarl sas lda sgps eireli ltdame ltdaepp epp unipessoallda sociedadeanonima sau sal sll slne slp',
  'sociedadlimitadaunipersonal sociedadanonimaunipersonal sapi sapidecv sderl sderldecv sofom sofomenr eirl sac saci',
  'sociedadanonimadecapitalvariable sociedadporaccionessimplificada sociedadderesponsabilidadlimitada',
  'spk spj ska spzoosk spzoospk spolkaakcyjna spolkazograniczonaodpowiedzialnoscia prostaspolkaakcyjna',
  'vos spolsro druzstvo akciovaspolecnost spolecnostsrucenimomezenym kkt korlatoltfelelossegutarsasag',
  'zartkoruenmukodoreszvenytarsasag nyilvanosanmukodoreszvenytarsasag reszvenytarsasag eood ood ead dd jdoo dno shpk sha mmc asc uab sia ou osauhing',
  'aktsiaselts akcijusabiedriba uzdarojiakcinebendrove sabiedribaarierobezotuatbildibu oyab osk abp aktiebolaget',
  'handelsbolag ekonomiskforening enk nuf ivs amba fmba ehf hf ohf tov prat ltdsti anonimsirketi limitedsirketi',
  'epe ike abee fze fzco fzc fzllc dmcc wll bsc bscc kscp ksc kscc qsc qpsc saog saoc persero perseroanterbatas',
  'mchj publicjointstockcompany openjointstockcompany closedjointstockcompany',
  'tnhh cophan jointstockcompany pcl publiccompanylimited youxiangongsi gufenyouxiangongsi yk yugengaisha',
  'chusikhoesa jusikhoesa yuhanhoesa',
  'ооо оао зао пао ао нао тоо ип чп одо муп гуп фгуп акционерноеобщество публичноеакционерноеобщество',
  'обществосограниченнойответственностью закрытоеакционерноеобщество открытоеакционерноеобщество',
  'тов пат прат ат тдв товариствозобмеженоювідповідальністю акціонернетовариство приватнеакціонернетовариство',
  'публічнеакціонернетовариство еоод оод еад ад доо дооел жшс аж хк ххк',
  'αε εε οε επε ικε αβεε ανωνυμηεταιρεια ανωνυμοςεταιρεια ανώνυμηεταιρία',
  'שמ בעמ ذمم شمم شمع شمل شمك شمب شمق مساهمة محدودة المحدودة المساهمةالعامة مساهمةعامة ذاتمسؤوليةمحدودة',
  'سهامیعام سهامیخاص لمیتڈ लिमिटेड प्राइवेटलिमिटेड प्रालि লিমিটেড லிமிடெட் սպը փբը բբը შპს',
].flatMap((line) => line.split(' '));
/** Forms at the beginning of a name: `ООО Ромашка`, `PT Astra`, `شركة …`. */
const BEGINNINGS = [
  'llc jsc pjsc ojsc cjsc limitedliabilitycompany jointstockcompany publicjointstockcompany openjointstockcompany',
  'aktiengesellschaft societeanonyme kft doo ooo oao zao pao too tov uab sia ou oy kk kabushikikaisha kabushikigaisha pt gmbh sarl eurl sasu eood ood ead spzoo',
  'aktiebolaget ctcp congtytnhh congtytnhhmtv congtytnhhmotthanhvien congtycophan congtycp congty tongcongty',
  'ооо оао зао пао ао нао тоо ип чп одо муп гуп фгуп тов пат прат ат еоод оод еад ад жшс',
  'акционерноеобщество публичноеакционерноеобщество обществосограниченнойответственностью',
  'закрытоеакционерноеобщество открытоеакционерноеобщество товариствозобмеженоювідповідальністю',
  'акціонернетовариство приватнеакціонернетовариство публічнеакціонернетовариство',
  'شركة شركه الشركة شرکت مؤسسة შპს სს սպը փբը',
].flatMap((line) => line.split(' '));

const SHORT = new Map(
  [
    ...Object.entries(SPELLINGS).flatMap(([form, others]) => [form, ...others].map((each) => [each, form])),
    ...ENDINGS.map((each) => [each, each]),
  ].map(([each, form]) => [foldLetters(each!), form!] as const),
);
const FIRST = new Set(BEGINNINGS.map(foldLetters));
/** Forms that also begin names, such as Too Good To Go and Sia Partners, unless only they are in capitals: `SIA Acme`. */
const CAPITAL = new Set('too pat sia ou pt pao tov'.split(' '));

/** Forms that no name uses as a word of its own, so that they count as a form in any place: `Acme Corp. II`. */
const ANYWHERE = new Set(['inc', 'corp', 'ltd', 'llc', 'llp', 'plc', 'gmbh']);
/** How many tokens the longest form has: `public limited company`, `s a de c v`. */
const MAX_TOKENS = 6;

/** Forms of languages that do not separate words, at the beginning or the end of a name. */
const RUNNING = [
  '股份有限公司 股份公司 有限责任公司 有限責任公司 无限公司 無限公司 有限合伙 有限合夥 有限公司 总公司 總公司 公司',
  '株式会社 株式會社 有限会社 有限會社 合同会社 合資会社 合名会社 特例有限会社 相互会社 一般社団法人 公益社団法人',
  '一般財団法人 公益財団法人 特定非営利活動法人 独立行政法人 医療法人社団 医療法人 学校法人 社会福祉法人 協同組合',
  '주식회사 유한회사 유한책임회사 합자회사 합명회사',
].flatMap((line) => line.split(' '));
/** Abbreviated forms, which only a bracket distinguishes from a name: `(株)`, `㈱`, `(주)`. */
const BRACKETED = /[㈱㈲㈴㈾㈜]|[(（](?:株|有|合|名|資|主|주|유|합|사|재)[)）]/gu;
const THAI = ['บริษัท', 'ห้างหุ้นส่วนจำกัด', 'จำกัดมหาชน', 'มหาชน', 'จำกัด'].map(foldLetters);
const UNSEPARATED = new RegExp(
  [RUNNING.map(foldLetters), THAI]
    .map((forms) => `^(?:${forms.join('|')})|(?:${forms.join('|')})$`)
    .join('|'),
  'gu',
);

/** Returns a name without forms in brackets, before it is cut into words. */
export const withoutBracketedForms = (name: string): string => name.replace(BRACKETED, ' ');

/** Returns the words with each legal form in its short spelling: `Acme Incorporated` is `acme inc`. */
export const shortForms = (words: string[]): string[] => {
  const end = formAtEnd(words);
  const short = words.map((word) => (ANYWHERE.has(SHORT.get(word) ?? '') ? SHORT.get(word)! : word));
  return end === undefined ? short : [...shortForms(words.slice(0, -end.length)), end.form];
};

/**
 * Returns the words without legal forms; at least the first word stays.
 * @param isCapital whether the first word is in capitals, and another one is not
 */
export function withoutForms(words: string[], isCapital: boolean): string[] {
  const end = formAtEnd(words);
  if (end !== undefined) return withoutForms(words.slice(0, -end.length), isCapital);
  const first = Array.from({ length: Math.min(MAX_TOKENS, words.length - 1) }, (_, i) => i + 1).findLast(
    (length) => FIRST.has(words.slice(0, length).join('')),
  );
  if (first !== undefined && (isCapital || !CAPITAL.has(words[0]!)))
    return withoutForms(words.slice(first), isCapital);
  return words.filter((word, place) => place === 0 || !ANYWHERE.has(SHORT.get(word) ?? ''));
}

/** Returns a name in one piece without the legal forms of scripts that do not separate words. */
export function withoutUnseparatedForms(name: string): string {
  const rest = name.replace(UNSEPARATED, '');
  if (rest === '') return name;
  return rest === name ? name : withoutUnseparatedForms(rest);
}

/** Returns the form that the words end with, and how many words it has. */
function formAtEnd(words: string[]): { form: string; length: number } | undefined {
  for (let length = Math.min(MAX_TOKENS, words.length - 1); length > 0; length--) {
    const form = SHORT.get(words.slice(-length).join(''));
    if (form !== undefined) return { form, length };
  }
  return undefined;
}
