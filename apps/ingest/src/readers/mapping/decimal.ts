/** A number in plain digits, such as `-1234.5`. */
const PLAIN = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Multiplies two numbers in plain digits exactly, and returns plain digits without needless zeros. */
export function multiply(one: string, other: string): string {
  const [a, b] = [partsOf(one), partsOf(other)];
  const digits = String(a.digits * b.digits).padStart(a.places + b.places + 1, '0');
  const places = a.places + b.places;
  const whole = digits.slice(0, digits.length - places);
  const fraction = places === 0 ? '' : digits.slice(-places).replace(/0+$/, '');
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return a.isNegative !== b.isNegative && /[1-9]/.test(text) ? `-${text}` : text;
}

function partsOf(text: string): { isNegative: boolean; digits: bigint; places: number } {
  const [, sign, whole, fraction = ''] = PLAIN.exec(text)!;
  return { isNegative: sign === '-', digits: BigInt(whole! + fraction), places: fraction.length };
}

/** Returns a number in plain digits; JavaScript writes very large and very small ones with an exponent. */
export function plainDigits(value: number): string {
  const [, sign, whole, fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(
    String(value),
  )!;
  if (exponent === undefined) return String(value);
  const power = Number(exponent);
  const factor = power < 0 ? `0.${'1'.padStart(-power, '0')}` : `1${'0'.repeat(power)}`;
  return multiply(`${sign}${whole}${fraction && `.${fraction}`}`, factor);
}
