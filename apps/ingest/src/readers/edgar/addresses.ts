/** The public address of EDGAR's documents. Records have it, whatever server they were read from. */
export const ARCHIVE = 'https://www.sec.gov/Archives/edgar/data';

/** The two hosts of EDGAR, or servers in their place. */
export interface EdgarHosts {
  www: string;
  data: string;
}

export const secHosts: EdgarHosts = { www: 'https://www.sec.gov', data: 'https://data.sec.gov' };

/** The addresses of EDGAR's files. https://www.sec.gov/search-filings/edgar-application-programming-interfaces */
export const edgarAddresses = ({ www, data }: EdgarHosts) => ({
  /** The server of filings. */
  archive: www,
  tickers: `${www}/files/company_tickers.json`,
  submissions: (cik: string) => `${data}/submissions/CIK${cik}.json`,
  /** A page of older filings, by its name in the submissions. */
  page: (name: string) => `${data}/submissions/${name}`,
  facts: (cik: string) => `${data}/api/xbrl/companyfacts/CIK${cik}.json`,
  /** The index of a day, `2020-03-18`, or a quarter, `2020Q1`. */
  index: (when: string) => {
    const [year, month, day] = when.split('-');
    if (month === undefined || day === undefined) {
      return `${www}/Archives/edgar/full-index/${when.slice(0, 4)}/QTR${when.slice(5)}/form.idx`;
    }
    const quarter = Math.ceil(Number(month) / 3);
    return `${www}/Archives/edgar/daily-index/${year}/QTR${quarter}/form.${year}${month}${day}.idx`;
  },
});
export type EdgarAddresses = ReturnType<typeof edgarAddresses>;
