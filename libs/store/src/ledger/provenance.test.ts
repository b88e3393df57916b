import { expect, it } from '@jest/globals';
import { explainStatements } from './provenance.ts';
import type { StoredStatement } from './statements.ts';

it('explains a record after the deletion of another one that was merged into it', () => {
  const said = (id: number, given: Partial<StoredStatement>): StoredStatement => ({
    ...{ id, source: 'default', rank: 1, observedAt: '2026-01-01T00:00:00.000Z', content: null },
    ...{ run: id, file: null, line: null, ...given },
  });
  const statements = [
    said(1, { content: { name: 'Acme' } }),
    said(2, { content: { name: 'Bolt' }, mergedFrom: 2 }),
    said(3, { mergedFrom: 2 }),
  ];
  expect(explainStatements(statements, () => ({ name: 'value' }))).toMatchObject([
    { field: 'name', value: 'Acme', others: [] },
  ]);
});
