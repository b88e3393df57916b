import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The elements of Forms C and D that become sections. */
const SECTIONS: Record<string, string> = {
  issuerInformation: 'Issuer',
  offeringInformation: 'Offering',
  annualReportDisclosureRequirements: 'Financial condition',
  signatureInfo: 'Signatures',
  primaryIssuer: 'Issuer',
  issuerList: 'Other issuers',
  relatedPersonsList: 'Related persons',
  offeringData: 'Offering',
};

/** Returns a document for each form that the SEC publishes as XML: a line for each element with a text. */
export function xmlFilings(folder: string): object[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.xml'))
    .sort()
    .map((name) => {
      const xml = readFileSync(join(folder, name), 'utf8').replace(/<(\/?)\w+:/g, '<$1');
      const form = textOf(xml, 'submissionType');
      const issuer = textOf(xml, 'nameOfIssuer') || textOf(xml, 'entityName');
      return {
        slug: basename(name, '.xml')
          .toLowerCase()
          .replace(/[^a-z0-9]+/g, '-'),
        title: `${issuer}: Form ${form}`,
        type: 'company',
        date: '2024-01-01',
        content: {
          sections: Object.entries(SECTIONS).flatMap(([tag, title]) => {
            const part = new RegExp(`<${tag}>([^]*?)</${tag}>(?![^]*</${tag}>)`).exec(xml)?.[1];
            return part === undefined ? [] : [{ title, elements: linesOf(part) }];
          }),
        },
      };
    });
}

const textOf = (xml: string, tag: string) => new RegExp(`<${tag}>([^<]*)<`).exec(xml)?.[1]?.trim() ?? '';

/** `<noOfSecurityOffered>41666<` becomes `No of security offered: 41,666`. */
const linesOf = (xml: string) =>
  [...xml.matchAll(/<(\w+)>([^<]*\S[^<]*)<\/\1>/g)].map(([, tag, text]) => ({
    type: 'list_item',
    text: `${labelOf(tag!)}: ${isAmount(tag!) && Number.isFinite(Number(text)) ? Number(text).toLocaleString('en-US') : text!.trim()}`,
    spans: [],
  }));

const isAmount = (tag: string) =>
  /FiscalYear$|Amount|Offered$|Sold$|Remaining$|Accepted$|Invested$/.test(tag);

const labelOf = (tag: string) =>
  tag
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());
