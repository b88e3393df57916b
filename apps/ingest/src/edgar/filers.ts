import type { Reject } from '../rows/types.ts';
import type { EdgarAddresses } from '../readers/edgar/addresses.ts';
import type { EdgarClient } from './client.ts';
import { cikOf, textOf } from '../readers/edgar/submissions.ts';
import { isObject } from '../rows/types.ts';

/** The distinct CIKs of arguments, ten digits each, and rejects for unknown arguments. */
interface Filers {
  ciks: string[];
  rejects: Reject[];
}

/** `320193`, `0000320193` and `CIK0000320193` are CIKs; anything else is a ticker. */
const numberOf = (name: string) => cikOf(name.replace(/^CIK/i, ''));

/**
 * Finds filers by CIK or ticker. Reads the SEC's list of tickers only if there is a ticker. A dot in a ticker, as in
 * BRK.B, is a dash in that list.
 */
export async function findFilers(
  names: string[],
  { client, addresses }: { client: EdgarClient; addresses: EdgarAddresses },
): Promise<Filers> {
  const isNeeded = names.some((name) => numberOf(name) === undefined);
  const tickers = isNeeded ? await client.get(addresses.tickers, readTickers) : undefined;
  const ciks = new Set<string>();
  const rejects: Reject[] = [];
  names.forEach((name, i) => {
    const cik = numberOf(name) ?? tickers?.get(fold(name));
    if (cik !== undefined) ciks.add(cik);
    else {
      const reason = `unknown ticker: the SEC lists no ${name}; give the CIK of the company instead`;
      rejects.push({ file: 'arguments', row: i + 1, reason, raw: name });
    }
  });
  return { ciks: [...ciks], rejects };
}

const fold = (ticker: string) => ticker.trim().toUpperCase().replaceAll('.', '-');

/** Reads https://www.sec.gov/files/company_tickers.json: an object of `{cik_str, ticker, title}`. */
function readTickers(body: Buffer): Map<string, string> {
  const list = JSON.parse(body.toString()) as unknown;
  const byTicker = new Map<string, string>();
  for (const item of isObject(list) ? Object.values(list) : []) {
    if (!isObject(item)) continue;
    const ticker = textOf(item['ticker']);
    const cik = cikOf(item['cik_str']);
    if (ticker !== undefined && cik !== undefined) byTicker.set(fold(ticker), cik);
  }
  if (byTicker.size === 0) throw new Error('it lists no tickers');
  return byTicker;
}
