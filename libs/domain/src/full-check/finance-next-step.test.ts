import { describe, expect, test } from '@jest/globals';
import type { FinanceAgreement } from '../vehicle/record/full-check.ts';
import { financeAgreementKindOf, financeNextStep } from './finance-next-step.ts';

const vehicle = { registration: 'FN15FNC', vinLast5: '12345' };
const agreement = (changes: Partial<FinanceAgreement> = {}): FinanceAgreement => ({
  agreementDate: '2024-03-03',
  type: 'HIRE PURCHASE',
  termMonths: 48,
  number: 'NMF-000123',
  company: 'Northgate Motor Finance',
  phone: '0345 123 4567',
  description: 'FORD FOCUS',
  ...changes,
});
const empty = agreement({
  agreementDate: null,
  type: null,
  termMonths: null,
  number: null,
  company: null,
  phone: null,
  description: null,
});

describe('the kind of an agreement', () => {
  test.each([
    ['HIRE PURCHASE', 'hire-purchase'],
    ['Hire-Purchase', 'hire-purchase'],
    ['HP', 'hire-purchase'],
    ['LEASE PURCHASE', 'hire-purchase'],
    ['CONDITIONAL SALE', 'hire-purchase'],
    ['PERSONAL CONTRACT PURCHASE', 'hire-purchase'],
    ['PCP', 'hire-purchase'],
    ['BILL OF SALE', 'logbook-loan'],
    ['Log book loan', 'logbook-loan'],
    ['LOGBOOK LOAN', 'logbook-loan'],
    ['LEASE', 'lease'],
    ['FINANCE LEASING', 'lease'],
    ['CONTRACT HIRE', 'lease'],
    ['PERSONAL CONTRACT HIRE', 'lease'],
    ['UNIT STOCKING', 'unknown'],
    ['PERSONAL LOAN', 'unknown'],
    ['CHP', 'unknown'],
    ['', 'unknown'],
    [null, 'unknown'],
  ])('%j is %s', (written, kind) => {
    expect(financeAgreementKindOf(written)).toBe(kind);
  });
});

describe('finance as a task', () => {
  test('names whom to call, with what, and what to ask', () => {
    const task = financeNextStep(agreement(), vehicle);
    expect(task.title).toBe('Ring Northgate Motor Finance before you pay');
    expect(task.facts.map(({ label, value }) => [label, value])).toEqual([
      ['Lender', 'Northgate Motor Finance'],
      ['Kind of agreement', 'Hire purchase'],
      ['Agreement number', 'NMF-000123'],
      ['Agreement date', '3 March 2024'],
      ['Term', '48 months'],
      ['Vehicle', 'FORD FOCUS'],
      ['Telephone', '0345 123 4567'],
    ]);
    expect(task.phone?.href).toBe('tel:+443451234567');
    expect(task.ask[0]).toBe('Does agreement NMF-000123 concern FN15 FNC, whose VIN ends in 12345?');
    expect(task.ask.join(' ')).toMatch(/settlement figure/);
  });

  test('mentions what is missing instead of leaving it out', () => {
    const task = financeNextStep(empty, { ...vehicle, vinLast5: null });
    expect(task.title).toBe('Ring the lender before you pay');
    expect(task.facts.every(({ value }) => value === null)).toBe(true);
    expect(task.phone).toBeNull();
    expect(task.ask[0]).toBe('Does the agreement concern FN15 FNC?');
    expect(task.then).toContain('The register does not name the lender: ask the seller who it is.');
    expect(task.then).toContain('Find the lender’s number yourself, not from the seller.');
  });

  test('a number that cannot be dialled is shown without a link', () => {
    const { phone, then } = financeNextStep(agreement({ phone: 'See website' }), vehicle);
    expect(phone).toEqual({ text: 'See website', href: null });
    expect(then).toContain('Find the lender’s number yourself, not from the seller.');
  });

  test.each([
    ['HIRE PURCHASE', /section 27.*You now know of the agreement/],
    ['BILL OF SALE', /not from this/],
    ['CONTRACT HIRE', /not from this/],
    ['UNIT STOCKING', /We do not know/],
  ])('%s: when a buyer is protected, with its source', (type, words) => {
    const { protection, references } = financeNextStep(agreement({ type }), vehicle);
    expect(protection).toMatch(words);
    expect(references.map(({ url }) => url)).toContain('https://www.legislation.gov.uk/ukpga/1964/53/part/III');
  });

  test('a settled agreement may still be listed', () => {
    expect(financeNextStep(agreement(), vehicle).then.join(' ')).toMatch(/settled agreement may stay listed/);
  });
});
