import { expect, it } from '@jest/globals';
import type { Cluster } from '@dossier/store';
import { findingsOf } from './doctor-cluster.ts';

const WELL: Cluster = {
  open: [],
  bytes: [
    { node: 'one:5432', bytes: 2e9 },
    { node: 'two:5432', bytes: 1.9e9 },
  ],
  waiting: [],
  silent: [],
  versions: ['13.2-1'],
};
const FULL = [
  { node: 'one:5432', bytes: 4e9 },
  { node: 'two:5432', bytes: 1e9 },
];

it.each<[string, Partial<Cluster>, string]>([
  ['is well', {}, 'The tables are distributed over 2 nodes.'],
  ['has a silent node', { silent: ['one:5432'], bytes: [] }, 'Nodes do not answer: one:5432.'],
  ['lacks a table', { open: ['news'] }, 'Tables are not distributed: news.'],
  [
    'waits',
    { waiting: [{ node: 'one:5432', transactions: 2 }] },
    'Prepared transactions wait: 2 on one:5432.',
  ],
  [
    'has versions',
    { versions: ['13.1-1', '13.2-1'] },
    'The nodes have different versions of Citus: 13.1-1, 13.2-1.',
  ],
  [
    'has an empty node',
    {
      bytes: [
        { node: 'one:5432', bytes: 2e9 },
        { node: 'new:5432', bytes: 0 },
      ],
    },
    'The fullest node has 2.0 times the average.',
  ],
  ['is uneven', { bytes: FULL }, 'The fullest node has 1.6 times the average.'],
])('doctor reports a cluster that %s', (_name, differs, message) => {
  expect(findingsOf({ ...WELL, ...differs }).map((finding) => finding.message)).toEqual([message]);
});
