import { passageScore } from '../ranking/passage-score.ts';
import type { Passage } from '../search-engine.ts';
import { cut } from '../words/cut.ts';
import { stemOf } from '../words/stems.ts';
import { hasDigit, tokenize, type Token } from '../words/tokens.ts';

/** The token runs that match one term of the query, see `anyFormOf` too. */
export type Alternatives = string[][];

/** No token begins with it. */
const STEM = '~';
/** Returns a run that matches every token with the stem of this one. */
export const anyFormOf = (token: string): string[] => [STEM + stemOf(token)];

interface Match {
  /** The position of the term in the query. */
  term: number;
  /** The first and last token that it covers. */
  first: number;
  last: number;
}

/** The approximate length of a snippet, in UTF-16 code units. */
const SNIPPET_LENGTH = 240;

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/**
 * Highlights the matches of the terms: it wraps them in `<em>` and HTML-escapes everything else. The content is a snippet
 * of the best passage by `passageScore`, which is returned too; of equal ones the first. Within a snippet, a term weighs
 * less the more often the document contains it. Without a matching passage there is no content.
 */
export function highlight(
  title: string,
  passages: Passage[],
  terms: Alternatives[],
): { title: string; content?: string; passage?: Passage } {
  const byFirst = byFirstToken(terms);
  const marked = { title: markAll(title, byFirst) };
  const mayMatch = textsThatMayMatch([...byFirst.keys()]);
  const found = passages
    .map((passage) => ({
      passage,
      texts: [passage.text, passage.title].flatMap((text, place): Text[] => {
        if (!mayMatch(text)) return [];
        const tokens = tokenize(text);
        const matches = findMatches(tokens, byFirst);
        return matches.length > 0 ? [{ text, tokens, matches, running: place === 0 ? 1 : 0 }] : [];
      }),
    }))
    .filter(({ texts }) => texts.length > 0)
    .map(({ passage, texts }) => {
      const matches = texts.flatMap((text) => text.matches);
      return { passage, matches, text: texts[0]!, terms: matches.map(({ term }) => term) };
    });
  const weigh = weights(found.flatMap(({ matches }) => matches));
  const score = passageScore(passages, found);
  let best: { passage: Passage; text: Text; rank: number[] } | undefined;
  for (const each of found) {
    const rank = [score(each), each.text.running, each.matches.length];
    if (!best || isHigher(rank, best.rank)) best = { passage: each.passage, text: each.text, rank };
  }
  return best ? { ...marked, content: snippet(best.text, weigh), passage: best.passage } : marked;
}

/** A text with matches. */
interface Text {
  text: string;
  tokens: Token[];
  matches: Match[];
  /** 1 for the text of a passage, 0 for its title: of equal passages, one whose text matches is more useful. */
  running: number;
}

const ASCII = /^[\0-\x7f]*$/;

/** Excludes most texts without any of the words before they are cut into tokens: a 10-K has 600 kB. */
function textsThatMayMatch(words: string[]): (text: string) => boolean {
  // A token differs from the written word in case, in accents, and from its last letter on.
  const beginnings = words.flatMap((word) => {
    const letters = word.replace(STEM, '');
    return [
      letters.length > 1 ? letters.slice(0, -1) : letters,
      ...(WRITTEN.get(letters) ?? fiscalYear(letters)),
    ];
  });
  return (text) => {
    if (!ASCII.test(text)) return true;
    const small = text.toLowerCase();
    return beginnings.some((beginning) => small.includes(beginning));
  };
}

/** How texts write tokens that are not like their letters. */
const WRITTEN = new Map(
  [...'abcdefghijklmnopqrstuvwxyz'].flatMap((letter): [string, string[]][] => [
    [`${letter}plusplus`, [`${letter}++`]],
    [`${letter}sharp`, [`${letter}#`]],
  ]),
);
const fiscalYear = (token: string) => (/^20\d\d$/.test(token) ? [`fy${token.slice(2)}`] : []);

type Weigh = (matches: Match[]) => number;

function weights(all: Match[]): Weigh {
  const counts = new Map<number, number>();
  for (const { term } of all) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (matches) => {
    // Sorted, so that equal sets of terms have exactly equal sums.
    const terms = [...new Set(matches.map((match) => match.term))].sort((a, b) => a - b);
    return terms.reduce((sum, term) => sum + 1 / counts.get(term)!, 0);
  };
}

function isHigher(rank: number[], than: number[]): boolean {
  const place = rank.findIndex((value, index) => value !== than[index]);
  return place >= 0 && rank[place]! > than[place]!;
}

type ByFirstToken = Map<string, { term: number; tokens: string[] }[]>;

function byFirstToken(terms: Alternatives[]): ByFirstToken {
  const map: ByFirstToken = new Map();
  for (const [term, alternatives] of terms.entries()) {
    for (const tokens of alternatives) {
      const first = tokens[0]!;
      map.set(first, [...(map.get(first) ?? []), { term, tokens }]);
    }
  }
  return map;
}

function findMatches(tokens: Token[], byFirst: ByFirstToken): Match[] {
  return tokens.flatMap((token, first) =>
    [...(byFirst.get(token.text) ?? []), ...(byFirst.get(STEM + stemOf(token.text)) ?? [])]
      .filter(({ tokens: run }) =>
        run.every((text, step) => text.startsWith(STEM) || tokens[first + step]?.text === text),
      )
      .map((run) => ({ term: run.term, first, last: first + run.tokens.length - 1 })),
  );
}

function markAll(text: string, byFirst: ByFirstToken): string {
  const tokens = tokenize(text);
  return mark(text, 0, text.length, tokens, findMatches(tokens, byFirst));
}

/** Returns the text from `start` to `end`, escaped and marked. Overlapping matches become one mark. */
function mark(text: string, start: number, end: number, tokens: Token[], matches: Match[]): string {
  let html = '';
  let done = start;
  let open: { start: number; end: number } | undefined;
  const close = () => {
    if (!open) return;
    html += `${escapeHtml(text.slice(done, open.start))}<em>${escapeHtml(text.slice(open.start, open.end))}</em>`;
    done = open.end;
  };
  for (const match of matches) {
    const from = tokens[match.first]!.start;
    const to = Math.min(tokens[match.last]!.end, end);
    if (from < start || from >= end) continue;
    if (open && from < open.end) {
      open.end = Math.max(open.end, to);
    } else {
      close();
      open = { start: from, end: to };
    }
  }
  close();
  return html + escapeHtml(text.slice(done, end));
}

/** Returns whether two tokens that follow each other are letters and digits of one word, such as `GPT4`. */
const isOneWord = (a: Token | undefined, b: Token | undefined): boolean =>
  a !== undefined && b !== undefined && a.end === b.start && hasDigit(a.text) !== hasDigit(b.text);

/** Returns the part of the text whose terms weigh most, cut between words, with `…` at each cut. */
function snippet({ text, tokens, matches }: Text, weigh: Weigh): string {
  const startOf = (match: Match) => tokens[match.first]!.start;
  const endOf = (match: Match) => tokens[match.last]!.end;
  let best: { weight: number; start: number; end: number } | undefined;
  for (const [index, from] of matches.entries()) {
    const start = startOf(from);
    const inside = [from];
    for (let next = index + 1; next < matches.length; next++) {
      if (endOf(matches[next]!) - start > SNIPPET_LENGTH) break;
      inside.push(matches[next]!);
    }
    const weight = weigh(inside);
    if (!best || weight > best.weight) best = { weight, start, end: Math.max(...inside.map(endOf)) };
  }
  const { start, end } = best!;
  const room = Math.max(0, SNIPPET_LENGTH - (end - start));
  const left = start - Math.floor(room / 2);
  // A long word may leave no other place to cut than the match itself.
  const first = tokens.find(({ start: at }, i) => at >= left && !isOneWord(tokens[i - 1], tokens[i]));
  const from = first === tokens[0] ? 0 : Math.min(first?.start ?? start, start);
  const right = Math.max(end, from + SNIPPET_LENGTH);
  const last = tokens.findLast(({ end: at }, i) => at <= right && !isOneWord(tokens[i], tokens[i + 1]));
  const to = last === tokens.at(-1) ? cut(text, right).length : Math.max(last?.end ?? end, end);
  const body = mark(text, from, to, tokens, matches).replace(/\s+/gu, ' ').trim();
  return `${from > 0 ? '…' : ''}${body}${to < text.length ? '…' : ''}`;
}
