const STOPS = /^(Common|Ordinary|Depositary|Preferred|Units?|Warrants?|Rights?|Redeemable|Shares|[\d.]+%)$/i;

/** The name of an issuer is everything before the name of its security. */
export function issuer(text: string): string {
  const tokens = text.split(' ');
  const end = tokens.findIndex((token, i) => {
    const [next = ''] = tokens.slice(i + 1);
    const plain = token.replace(/[,;).]+$/, '');
    if (i === 0) return false;
    return (
      STOPS.test(plain) ||
      (/^american$/i.test(token) && /^depositary/i.test(next)) ||
      (/^(class|series)$/i.test(token) && /^[a-z]\b/i.test(next))
    );
  });
  const name = (end === -1 ? tokens : tokens.slice(0, end)).join(' ').trim();
  return name.replace(/,$/, '').replace(/ \(The\)$/i, '');
}
