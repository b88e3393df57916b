import { cleaned } from '../mapping/clean.ts';
import { COUNTRY, domainRule, idField, NAME, type Columns, type DraftedField } from './fields.ts';
import { share } from './shapes.ts';

const ID = [/^(company|organi[sz]ation|org|startup) (id|uuid|permalink)$/];

/** Drafts the ticker of a company. */
export const tickerField = (columns: Columns, field: string): DraftedField[] =>
  columns.field(
    field,
    [/^(ticker|symbol|act symbol|(stock|company|trading) symbol|ticker symbol|company ticker)$/],
    // NAN is a ticker too.
    ({ name, values }) => ({
      rule: values.some((each) => cleaned(each, true) === '') ? { column: name, clean: false } : name,
    }),
    (values) => share(values, (each) => /^[A-Z0-9.$^-]{1,10}$/.test(each)) > 0.9,
  );

/** Drafts the number of a filer of the SEC. */
export const cikField = (columns: Columns, field: string): DraftedField[] =>
  columns.field(
    field,
    [/^cik( str| number| no)?$/],
    undefined,
    (values) => share(values, (each) => /^\d{1,10}$/.test(each)) > 0.9,
  );

/** Drafts the fields that name the company of a record. @param names the names of the column with its name */
export function companyOf(columns: Columns, names: RegExp[] = NAME): DraftedField[] {
  const known = [
    ...domainRule(columns, 'company'),
    ...cikField(columns, 'company_cik'),
    ...idField(columns, 'company_external_id', ID),
    ...tickerField(columns, 'company_ticker'),
  ];
  const name = columns.field('company_name', names);
  const country =
    name.length > 0 ? columns.field('company_country', [/^company country( code)?$/, ...COUNTRY]) : [];
  const ask = 'the table has no websites: rows find their companies by name';
  return [...known, ...(known.length > 0 ? name : name.map((each) => ({ ...each, ask }))), ...country];
}
