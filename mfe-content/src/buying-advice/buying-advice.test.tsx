import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { adviceCauses, mostSeriousAdviceLevel } from '@ve/domain/verdict/causes';
import { makeBuyingDecision } from '@ve/domain/verdict/make-decision';
import { ordinaryVehicleRecord } from '@ve/domain/testing/ordinary-vehicle-record';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { renderPage } from '@ve/mfe-kit/testing';
import { BuyingAdvicePage } from './buying-advice.page.tsx';
import { messages } from './messages.en-gb.ts';

const today = '2026-11-21';
const causesUnder = (level: string) =>
  within(screen.getByRole('region', { name: level }))
    .getAllByRole('term')
    .map(({ textContent }) => textContent);

test('each cause is listed only under the verdict that it leads to', () => {
  renderPage(<BuyingAdvicePage />);
  const shown = { FAILED: causesUnder('FAILED'), WARNING: causesUnder('WARNING'), LOOK: causesUnder('PASSED') };
  for (const { cause } of adviceCauses) {
    const [name] = messages.causes[cause];
    const level = mostSeriousAdviceLevel([cause]);
    expect(shown.FAILED.includes(name)).toBe(level === 'FAILED');
    expect(shown.WARNING.includes(name)).toBe(level === 'WARNING');
    expect(shown.LOOK.includes(name)).toBe(level === null);
  }
  expect(shown.FAILED.length + shown.WARNING.length + shown.LOOK.length).toBe(adviceCauses.length);
});

const marked = (flags: object): VehicleRecord => {
  const record = ordinaryVehicleRecord(today);
  if (record.specification.state !== 'found') throw new Error('the sample has no specification');
  return { ...record, specification: { ...record.specification, data: { ...record.specification.data, ...flags } } };
};

test.each([
  [{ scrapped: true }, 'FAILED'],
  [{ exported: true }, 'WARNING'],
])('a report of a vehicle with %j gets the verdict on the page: %s', (flags, level) => {
  renderPage(<BuyingAdvicePage />);
  const { verdict, reasons } = makeBuyingDecision({ record: marked(flags), fullCheck: null, today });
  expect(verdict).toBe(level);
  const found = adviceCauses.filter(({ cause }) => reasons.some(({ id }) => id === cause));
  expect(found).toHaveLength(1);
  for (const { cause } of found) expect(causesUnder(level)).toContain(messages.causes[cause][0]);
});

test('a lawful import is worth looking into, next to PASSED', () => {
  renderPage(<BuyingAdvicePage />);
  const { verdict, reasons } = makeBuyingDecision({ record: marked({ imported: true }), fullCheck: null, today });
  expect([verdict, reasons[0]?.id]).toEqual(['LOOK INTO', 'imported']);
  expect(causesUnder('PASSED')).toEqual(['Imported']);
});

test('each verdict has its advice, and PASSED means that no cause applies', () => {
  renderPage(<BuyingAdvicePage />);
  expect(screen.getByRole('region', { name: 'FAILED' })).toHaveTextContent('Do not buy without investigating.');
  expect(screen.getByRole('region', { name: 'WARNING' })).toHaveTextContent('Proceed with caution.');
  expect(screen.getByRole('region', { name: 'PASSED' })).toHaveTextContent('None of these apply.');
  expect(screen.getByText(/accident settled without insurers/)).toBeInTheDocument();
});

test('Start Vehicle Check links to the home page', async () => {
  const { user, address } = renderPage(<BuyingAdvicePage />, { path: '/buying-advice' });
  await user.click(screen.getByRole('link', { name: 'Start Vehicle Check' }));
  expect(address()).toBe('/');
});
