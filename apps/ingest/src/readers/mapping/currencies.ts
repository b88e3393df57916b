/** The currencies that use the dollar sign by itself. */
const DOLLARS = ['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN', 'CLP', 'COP', 'ARS'];
const POUNDS = ['GBP', 'EGP', 'LBP'];
const RUPEES = ['INR', 'PKR', 'LKR', 'NPR', 'MUR'];
const KRONER = ['SEK', 'NOK', 'DKK', 'ISK'];
const YEN = ['JPY', 'CNY'];

/** A sign or word of money, and the currencies it may stand for; `usual` applies unless the mapping names another one. */
interface Sign {
  of: string[];
  usual?: string;
}

const one = (currency: string): Sign => ({ of: [currency], usual: currency });
const dollars: Sign = { of: DOLLARS, usual: 'USD' };
const pounds: Sign = { of: POUNDS, usual: 'GBP' };
const rupees: Sign = { of: RUPEES };

/** In lower case. */
const SIGNS = new Map<string, Sign>(
  Object.entries({
    $: dollars,
    dollar: dollars,
    dollars: dollars,
    us$: one('USD'),
    a$: one('AUD'),
    au$: one('AUD'),
    c$: one('CAD'),
    ca$: one('CAD'),
    nz$: one('NZD'),
    hk$: one('HKD'),
    s$: one('SGD'),
    nt$: one('TWD'),
    mx$: one('MXN'),
    r$: one('BRL'),
    '€': one('EUR'),
    euro: one('EUR'),
    euros: one('EUR'),
    '£': pounds,
    pound: pounds,
    pounds: pounds,
    '¥': { of: YEN },
    yen: one('JPY'),
    yuan: one('CNY'),
    rmb: one('CNY'),
    '₹': one('INR'),
    rs: rupees,
    '₨': rupees,
    rupee: rupees,
    rupees: rupees,
    kr: { of: KRONER },
    '₩': one('KRW'),
    '₽': one('RUB'),
    '₺': one('TRY'),
    '₪': one('ILS'),
    '฿': one('THB'),
    '₫': one('VND'),
    '₦': one('NGN'),
    '₱': one('PHP'),
    '₴': one('UAH'),
    zł: one('PLN'),
    kč: one('CZK'),
    ft: one('HUF'),
    sfr: one('CHF'),
  }),
);

const CODES = new Set(Intl.supportedValuesOf('currency'));

/** Returns the currencies that a sign, code or word may stand for, or undefined if it is none. */
export function currenciesOf(word: string): Sign | undefined {
  const sign = SIGNS.get(word.toLowerCase());
  if (sign) return sign;
  return CODES.has(word.toUpperCase()) ? one(word.toUpperCase()) : undefined;
}

/** Returns whether a sign may stand for a currency: `$` for CAD, but not for EUR. */
export const mayStandFor = (sign: string, currency: string | undefined): boolean =>
  currency !== undefined && (currenciesOf(sign)?.of.includes(currency) ?? false);

/** Returns whether a text is a currency code of ISO 4217. */
export const isCurrency = (code: string): boolean => CODES.has(code);
