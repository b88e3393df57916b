import { expect, it } from '@jest/globals';
import { engines, createTestDatabase } from '@dossier/store/testing';
import { loadRecords, tally } from '../../testing/load.ts';
import { companyKind } from '../company/index.ts';
import { filingKind } from './index.ts';

it.each(engines)(
  'a filing with a link into a private network, or with a password, is rejected on %s',
  async (engine) => {
    const database = await createTestDatabase(engine);
    const filing = {
      company: 'acme.com',
      accession_number: '0000320193-26-000001',
      name: 'Annual report',
      type: '10-K',
      filed_at: '2026-01-05',
    };
    try {
      await loadRecords(database.db, companyKind, [{ domain: 'acme.com', name: 'Acme', type: 'private' }]);
      for (const url of [
        'http://10.0.0.8/a.htm',
        'http://wiki/a.htm',
        'https://me:secret@www.sec.gov/a.htm',
      ]) {
        const outcomes = await loadRecords(database.db, filingKind, [{ ...filing, url }]);
        expect(JSON.stringify(outcomes)).toContain('must be a public address without user and password');
        expect(JSON.stringify(outcomes)).not.toContain('secret');
      }
      expect(
        tally(await loadRecords(database.db, filingKind, [{ ...filing, url: 'https://www.sec.gov/a.htm' }])),
      ).toEqual({ new: 1 });
    } finally {
      await database.close();
    }
  },
);
