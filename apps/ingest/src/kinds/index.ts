import { categoryKind } from './category/index.ts';
import { companyKind } from './company/index.ts';
import { datasetKind } from './dataset.ts';
import { documentKind } from './document/index.ts';
import { eventKind } from './event/index.ts';
import { filingKind } from './filing/index.ts';
import type { Kind } from './kind.ts';
import { metricKind } from './metric/index.ts';
import { newsKind } from './news.ts';

/** Every kind of record, in the order in which they refer to each other. */
export const kinds: Kind[] = [
  companyKind,
  datasetKind,
  documentKind,
  filingKind,
  eventKind,
  categoryKind,
  newsKind,
  metricKind,
];

/** Returns the kind with that name, singular or plural. */
export const findKind = (name: string): Kind | undefined =>
  kinds.find((kind) => kind.name === name || kind.plural === name);
