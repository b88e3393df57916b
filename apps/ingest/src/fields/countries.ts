import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

/** The languages in which drafts and matches know countries. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ja', 'zh'];

/** Other names that sources use. */
const OTHERS = new Map(
  Object.entries({
    ...{ uk: 'GB', england: 'GB', scotland: 'GB', wales: 'GB', 'northern ireland': 'GB' },
    ...{ korea: 'KR', holland: 'NL', prc: 'CN', 'mainland china': 'CN', 'viet nam': 'VN', macedonia: 'MK' },
  }),
);

/**
 * Returns the two letters of a country, by its name in one of nine languages or its code of two or three letters; undefined
 * for an unknown one, which contradicts nothing.
 */
export function countryKey(country: string | null | undefined): string | undefined {
  const name = (country ?? '').trim().replaceAll('.', '').replace(/^the /i, '');
  const other = OTHERS.get(name.toLowerCase());
  if (name === '' || other !== undefined) return other;
  if (/^[a-z]{2}$/i.test(name) && countries.isValid(name.toUpperCase())) return name.toUpperCase();
  if (/^[a-z]{3}$/i.test(name)) {
    const code = countries.alpha3ToAlpha2(name.toUpperCase());
    if (code !== undefined) return code;
  }
  if (!countries.langs().includes('en')) countries.registerLocale(english);
  return countries.getSimpleAlpha2Code(name, 'en') ?? codesByName().get(name.toLowerCase());
}

const REGIONS = (['long', 'short'] as const).map(
  (style) => new Intl.DisplayNames('en', { type: 'region', style }),
);

/** Other names that people search for. A code such as `ARM` is not among them: it would be found as a word. */
const SEARCHED: Record<string, string[]> = {
  AE: ['UAE'],
  CZ: ['Czech Republic'],
  GB: ['Britain'],
  TR: ['Turkey'],
  US: ['USA'],
};

/** Returns the other names of a country: for `UK`, `United Kingdom` and `Britain`. */
export function otherCountryNames(country: string | null | undefined): string[] {
  const code = countryKey(country);
  if (code === undefined) return [];
  // Who searches for China does not look for Hong Kong.
  const names = REGIONS.map((region) => region.of(code)!.replace(' SAR China', ''));
  return [...new Set([...names, ...(SEARCHED[code] ?? [])])].filter((name) => name !== country);
}

let known: Map<string, string> | undefined;

/** Returns the codes of countries by their names in each language, in lower case. */
function codesByName(): Map<string, string> {
  known ??= new Map(
    LANGUAGES.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'region' });
      return Object.keys(countries.getAlpha2Codes()).map((code): [string, string] => [
        names.of(code)!.toLowerCase(),
        code,
      ]);
    }),
  );
  return known;
}
