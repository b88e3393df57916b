import { describe, expect, it } from '@jest/globals';
import { countReject, countWarning, emptyReport, printReport } from './report.ts';

const at = (row: number) => ({ file: 'a.md', row });

describe('a report', () => {
  it('groups warnings by wording, shows three of each, and lists the most frequent first', () => {
    const report = emptyReport('documents', false);
    countWarning(report, 'strong mended', at(1));
    for (let row = 1; row <= 5; row++)
      countWarning(report, `picture left out: ${row}.png: there is none`, at(row));
    countWarning(report, 'search unavailable: nobody answers');
    expect(report).toMatchObject({
      warnings: 7,
      warningsBy: { 'strong mended': 1, 'picture left out': 5, 'search unavailable': 1 },
    });
    expect(report.firstWarnings).toHaveLength(5);
    expect(printReport(report).split('\n').slice(1)).toEqual([
      'Warnings:',
      '  picture left out: 5',
      '    a.md row 1: picture left out: 1.png: there is none',
      '    a.md row 2: picture left out: 2.png: there is none',
      '    a.md row 3: picture left out: 3.png: there is none',
      '    …',
      '  strong mended: 1',
      '    a.md row 1',
      '  search unavailable: 1',
      '    search unavailable: nobody answers',
    ]);
  });

  it('limits the number of different warnings it keeps', () => {
    const report = emptyReport('documents', false);
    for (let i = 0; i < 5000; i++) countWarning(report, `field "${i}" is not read`, at(i));
    expect(report.warnings).toBe(5000);
    expect(report.warningsBy['other warnings']).toBe(4900);
    expect(report.firstWarnings).toHaveLength(103);
    expect(printReport(report)).toContain('  other warnings: 4900\n');
  });

  it('counts rejects by the class of their reason', () => {
    const report = emptyReport('documents', false);
    countReject(report, { ...at(1), reason: 'missing date: give one', raw: null }, true);
    countReject(report, { ...at(2), reason: '12: no class', raw: null }, true);
    expect(report.rejectedBy).toEqual({ 'missing date': 1, other: 1 });
  });
});
