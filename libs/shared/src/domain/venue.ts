import { foldLetters } from './fold.ts';

/**
 * Exchanges by their market identifier codes (ISO 10383, https://www.iso20022.org/market-identifier-codes), with the codes of
 * their segments and the names that sources use, without the words of `GENERIC`.
 */
const SPELLINGS: Record<string, string> = {
  XNAS: 'nasdaq|nasdaqgs|nasdaqgm|nasdaqcm|nasdaq gs|nasdaq gm|nasdaq cm|nasdaq global select|nasdaq global|nasdaq capital|nasdaq national|nasdaq us|xngs|xnms|xncm|ngs|nms|ngm|ncm',
  XNYS: 'nyse|new york|nyse new york|nyq|nys',
  XASE: 'nyse american|nyse mkt|nyse amex|amex|american|asemkt',
  ARCX: 'nyse arca|arca|pcx',
  BATS: 'cboe bzx|cboe us|bats|bzx',
  OTCM: 'otc|otcmkts|otcqb|otcqx|otc pink|pink|pink sheets|pinx|pnk|otc bulletin board|otcbb',
  XLON: 'london|lse|lon|lse london|aim|aimx',
  XETR: 'xetra|etr|deutsche borse xetra|deutsche borse',
  XFRA: 'frankfurt|fra|fwb|borse frankfurt',
  XPAR: 'euronext paris|paris|epa|par',
  XAMS: 'euronext amsterdam|amsterdam|ams|aex',
  XBRU: 'euronext brussels|brussels|ebr|bru',
  XLIS: 'euronext lisbon|lisbon|eli',
  XDUB: 'euronext dublin|irish|ise',
  XMIL: 'mtaa|borsa italiana|euronext milan|milan|bit|mil',
  XOSL: 'oslo|oslo bors|osl|euronext oslo',
  XMAD: 'bolsa de madrid|madrid|bme|mce',
  XSWX: 'six|six swiss|swiss|swx|ebs',
  XSTO: 'nasdaq stockholm|nasdaq omx stockholm|stockholm|sto|omx stockholm',
  XCSE: 'nasdaq copenhagen|nasdaq omx copenhagen|copenhagen|cph',
  XHEL: 'nasdaq helsinki|nasdaq omx helsinki|helsinki|hel',
  XTSE: 'tsx|toronto|tor',
  XTSX: 'tsx venture|tsxv|tsx v',
  XTKS: 'xjpx|tokyo|tyo|jpx',
  XHKG: 'hkex|hong kong|sehk|hkg|hkse',
  XSHG: 'shanghai|sse|sha|shh',
  XSHE: 'shenzhen|szse|she|shz',
  XTAI: 'taiwan|twse|tpe',
  XKRX: 'korea|krx|xkos|kospi',
  XASX: 'asx|australian|australian securities',
  XNSE: 'nse|national of india|nse india|nsi',
  XBOM: 'bse|bombay|bse india|bom',
  XSES: 'sgx|singapore|ses',
  XTAE: 'tase|tel aviv|tlv',
  BVMF: 'b3|bovespa|bm fbovespa|sao|sao paulo',
  XJSE: 'jse|johannesburg',
};

const MICS = new Map(
  Object.entries(SPELLINGS).flatMap(([mic, names]) =>
    [mic.toLowerCase(), ...names.split('|')].map((name): [string, string] => [name, mic]),
  ),
);

/** Words that the names of exchanges have in common, such as in `New York Stock Exchange, Inc.` */
const GENERIC = new Set(
  'the stock exchange market markets inc llc ltd limited plc corporation ag'.split(' '),
);

/** Returns the market identifier code of an exchange: `XNAS` for `NasdaqGS`. Returns the folded text for an unknown one. */
export function venueKey(venue: string): string {
  const folded = foldLetters(venue).trim();
  const words = folded
    .replace(/(?<=\S)\s*\([^)]*\)/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !GENERIC.has(word));
  return MICS.get(words.join(' ')) ?? MICS.get(words.join('')) ?? folded;
}

/** Returns whether two texts name the same exchange; undefined if that is not known. */
export function isSameVenue(one: string, other: string): boolean | undefined {
  const [a, b] = [venueKey(one), venueKey(other)];
  if (a === b) return true;
  return Object.hasOwn(SPELLINGS, a) && Object.hasOwn(SPELLINGS, b) ? false : undefined;
}
