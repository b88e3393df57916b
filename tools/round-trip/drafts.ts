import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { draftOf, readMapped } from '@dossier/ingest/testing';
import { stated } from './raw.ts';
import { sources, type RoundTripSource } from './sources.ts';

/** One line of a drafted mapping that a person changes, adds or removes. */
type Edit = { line: string; to: string } | { add: string };

/** A public table, and what a person edits in the mapping that `mapping init` drafts from it. */
interface DraftedSource {
  source: RoundTripSource;
  edits: Edit[];
  /** Fields that the draft maps and the mapping in tools/mappings does not. */
  more: string[];
}

const of = (mapping: string) => sources.find((each) => each.mapping === mapping)!;

/** The tables whose drafts are counted: see docs/measurements/ingest.md. */
export const drafted: DraftedSource[] = [
  {
    source: of('yc-2014.yaml'),
    edits: [],
    more: [],
  },
  {
    source: of('sp500-constituents.yaml'),
    edits: [{ add: '  name: Security' }],
    more: ['headquarters'],
  },
  {
    source: of('nasdaq-listings.yaml'),
    edits: [],
    more: [],
  },
  {
    source: of('nyse-listings.yaml'),
    edits: [
      {
        line: '  company_name:',
        to: "  company_name: { column: Company Name, pattern: '^(.+?)(?: \\(The\\))?,?(?: (?:(?:Class|Series) [A-Z]\\b|Common\\b|Ordinary\\b|American Depositary\\b|Depositary\\b|Preferred\\b|Units?\\b|Warrants?\\b|Rights?\\b|Redeemable\\b|Shares\\b|[\\d.]+%).*)?$' }",
      },
    ],
    more: [],
  },
  {
    source: of('sec-tickers.yaml'),
    edits: [],
    more: ['company_name', 'type'],
  },
  {
    source: of('crunchbase-2013-companies.yaml'),
    edits: [
      { add: '  name: name' },
      {
        add: "  domain: { domain_of: name, pattern: '^[\\w-]+(?:\\.[\\w-]+)*\\.(?:com|net|org|edu|io|tv|fm|ly|me|us|co|ai|it|is|im|in|st|to|cc|gd|sm|ws|vc|biz|info|mobi|ca|uk|de|fr|jp)$' }",
      },
      {
        line: '  categories:',
        to: "  categories: { column: category_code, split: ',', values: { games_video: Games and Video, network_hosting: Network Hosting, photo_video: Photo and Video, public_relations: Public Relations, real_estate: Real Estate, other: null } }",
      },
    ],
    more: [],
  },
  {
    source: of('crunchbase-2013-rounds.yaml'),
    edits: [
      {
        line: '  data.name:',
        to: '  data.name: { column: funding_round_type, values: { venture: Venture, series-a: Series A, series-b: Series B, series-c+: Series C or later, angel: Angel, crowdfunding: Crowdfunding, private-equity: Private Equity, post-ipo: Post-IPO, other: Other } }',
      },
    ],
    more: [],
  },
  {
    source: of('crunchbase-2013-acquisitions.yaml'),
    edits: [],
    more: [],
  },
];

/** What a draft reads, compared with the table itself. */
interface DraftCheck {
  /** Lines of the draft without comments. */
  lines: number;
  edits: number;
  accepted: number;
  differences: string[];
}

/** Drafts a mapping from a file, edits it, and compares every record that it reads with what the raw row states. */
export async function checkDraft(
  { source, edits, more }: DraftedSource,
  file: string,
  shipped: string,
): Promise<DraftCheck> {
  const draft = await draftOf(file);
  const folder = mkdtempSync(join(tmpdir(), 'dossier-draft-'));
  try {
    const mapping = join(folder, 'draft.yaml');
    writeFileSync(mapping, edited(draft, edits));
    const expected = source.records(new TextDecoder(source.encoding).decode(readFileSync(file)));
    const rows = await readMapped(source.kind, file, mapping);
    const wanted = await readMapped(source.kind, file, shipped);
    const differences = rows.flatMap((row, i) => {
      const isRead = 'record' in row;
      if (isRead !== 'record' in wanted[i]!) return [`row ${row.row}: ${isRead ? 'read' : row.reason}`];
      if (!isRead) return [];
      const fields = Object.entries(row.record as object).filter(([field]) => !more.includes(field));
      const [found, stating] = [stated(Object.fromEntries(fields)), stated(expected[i])];
      return isDeepStrictEqual(found, stating)
        ? []
        : [`row ${row.row}: ${JSON.stringify(found)} is not ${JSON.stringify(stating)}`];
    });
    if (rows.length !== expected.length) differences.push(`${rows.length} rows of ${expected.length}`);
    const lines = draft.split('\n').filter((line) => line !== '' && !/^ *#/.test(line)).length;
    return {
      lines,
      edits: edits.length,
      accepted: rows.filter((row) => 'record' in row).length,
      differences,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function edited(draft: string, edits: Edit[]): string {
  const lines = draft.split('\n');
  for (const edit of edits) {
    if ('add' in edit) {
      lines.push(edit.add);
      continue;
    }
    const at = lines.findIndex((line) => line.startsWith(edit.line));
    if (at === -1) throw new Error(`The draft has no line that begins with "${edit.line}"`);
    lines[at] = edit.to;
  }
  return `${lines.join('\n')}\n`;
}
