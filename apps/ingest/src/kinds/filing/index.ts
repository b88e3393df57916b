import { recordKinds } from '@dossier/shared';
import { isPublicAddress } from '@dossier/shared/public-address';
import type { FilingRow, Reindex, Trx } from '@dossier/store';
import { z } from 'zod';
import { companyKind } from '../company/index.ts';
import { accessionNumber, publicationTime, text, webAddress } from '../../fields/values.ts';
import { filingSearchDocuments } from './search.ts';
import { textsOf } from '../../stored/filing-texts.ts';
import {
  companyFields,
  companyOf,
  namesCompany,
  namesOneCompany,
  NOT_NAMED,
} from '../../fields/references.ts';
import { rowsWhere } from '../../stored/rows.ts';
import { missingFieldsReason, merged } from '../../fields/merge.ts';
import { stableId } from '../../stored/hash.ts';
import type { RecordId } from '../../stored/storage.ts';
import { rowKind } from '../kind.ts';
import type { ContentColumns } from '../row-rules.ts';

const record = z
  .strictObject({
    ...companyFields,
    accession_number: accessionNumber,
    name: text.max(500).optional(),
    /** The form, such as `10-K`. */
    type: text.max(64).optional(),
    /** The extension of the main document, such as `htm`. */
    format: text.max(16).toLowerCase().nullish(),
    region: text.max(64).nullish(),
    filed_at: publicationTime.optional(),
    url: webAddress.refine(isPublicAddress, 'must be a public address without user and password').optional(),
    /** True keeps a stored filing as it is. Set for sources that state less than others, such as EDGAR's indexes. */
    only_new: z.boolean().optional(),
  })
  .refine(namesCompany, NOT_NAMED);
type FilingRecord = z.output<typeof record>;

// The stored companies decide what such a row changes.
const { canRepeat: _, ...always } = companyKind;

/** Filings. Natural key: the accession number within the company. */
export const filingKind = rowKind<typeof record, FilingRow>(
  {
    name: 'filing',
    plural: recordKinds.filing.plural,
    record,
    canRepeat: namesOneCompany,
    storage: {
      table: 'filings',
      key: ['accession_number'],
      ofCompany: true,
      parts: [],
      shown: { source_url: 'url' },
    },
    statements: {
      rulesOf: () => ({
        ...{ name: 'needed', type: 'needed', filed_at: 'needed', url: 'needed' },
        ...{ format: 'value', region: 'value' },
      }),
    },
    nameOf: ({ accession_number, ...given }) => ({ ...companyOf(given), accession_number }),
    searchDocuments: filingSearchDocuments,
    shownBy: textsOfFilings,
    edgar: 'filings',
    brings: { company: { ...always, onlyCreates: true } },
  },
  {
    keyOf: ({ accession_number }) => [accession_number],
    facts: ({ filed_at }) => ({ dates: [filed_at] }),
    idOf: ({ cik, domain }, [accession]) => stableId(accession!, cik ?? domain),
    contentOf: (each, { stored }) => {
      const isKept = stored && each.only_new;
      return contentOf(isKept ? { accession_number: each.accession_number } : each, stored);
    },
  },
);

/** Returns the texts of filings: search finds them as documents unless their filings are stored. */
async function textsOfFilings(trx: Trx, ids: RecordId[]): Promise<Reindex[]> {
  const rows = await rowsWhere<FilingRow>(trx, 'filings', 'id', ids, ['accession_number']);
  return textsOf(
    trx,
    rows.map((row) => row.accession_number),
  );
}

/** Returns what a filing states once the record is merged into it. A new one needs every required field. */
function contentOf(
  given: FilingRecord,
  stored: FilingRow | undefined,
): ContentColumns<FilingRow> | { reason: string } {
  const whole = {
    name: merged(given.name, stored?.name),
    type: merged(given.type, stored?.type),
    filed_at: merged(given.filed_at, stored?.filed_at),
    url: merged(given.url, stored?.source_url),
  };
  const reason = missingFieldsReason('filing', whole, Object.keys(whole));
  if (reason !== undefined) return { reason };
  return {
    accession_number: given.accession_number,
    name: whole.name!,
    type: whole.type!,
    format: merged(given.format, stored?.format) ?? null,
    region: merged(given.region, stored?.region) ?? null,
    filed_at: whole.filed_at!,
    source_url: whole.url!,
  };
}
