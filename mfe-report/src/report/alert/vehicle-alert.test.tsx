import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vehicleRecordFixture } from '@ve/domain/testing/vehicle-records';
import { renderPage } from '@ve/mfe-kit/testing';
import { fixtureToday } from '../../testing/fetches.ts';
import { VehicleTaxAlert } from './vehicle-alert.tsx';

beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => {
  jest.useRealTimers();
});

const show = (licensing: Parameters<typeof vehicleRecordFixture>[0]) =>
  renderPage(
    <VehicleTaxAlert record={vehicleRecordFixture(licensing)} fullCheck={null} today={fixtureToday} verdict="PASSED" />,
  );
const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
const expired = { licensing: { taxStatus: 'Untaxed', taxDueDate: '2026-05-01' } } as const;
const dueSoon = { licensing: { taxStatus: 'Taxed', taxDueDate: '2026-06-10' } } as const;
const title = () => screen.queryByRole('heading', { name: 'VEHICLE ALERT!' });
/** Waits for the dialog's chunk, which is loaded when the alert is due, before it opens. */
const loaded = () => act(() => import('./alert-dialog.tsx').then(() => undefined));

test.each([
  ['expired', expired, 'The tax on AB12 CDE has expired.'],
  ['due soon', dueSoon, 'The tax on AB12 CDE is due on 10 June 2026, in 9 days.'],
])('%s: opens half a second after load and links to the GOV.UK tax service', async (_name, setup, text) => {
  show(setup);
  await loaded();
  pass(499);
  expect(title()).toBeNull();
  pass(1);
  await loaded();
  expect(title()).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByText(/fined up to £1,000/)).toBeVisible();
  expect(screen.getByText(/its tax ends at the sale/)).toBeVisible();
  expect(screen.getByText('The report’s verdict:')).toHaveTextContent('The report’s verdict: PASSED');
  expect(screen.getByText(/^Members get tax and MOT reminders .+ sets no reminder\.$/)).toBeVisible();
  expect(screen.getByRole('link', { name: /Tax it on GOV.UK/ })).toHaveAttribute(
    'href',
    'https://www.gov.uk/vehicle-tax',
  );
});

test.each([
  ['taxed for months', { licensing: { taxStatus: 'Taxed', taxDueDate: '2026-12-01' } }],
  ['SORN', { licensing: { taxStatus: 'SORN', taxDueDate: null } }],
  ['unknown', { licensing: 'timeout', specification: 'timeout' }],
  ['scrapped', { ...expired, specification: { scrapped: true } }],
  ['exported', { ...expired, specification: { exported: true } }],
  ['marked for export', { licensing: { ...expired.licensing, markedForExport: true } }],
] as const)('%s: no alert', (_name, setup) => {
  show(setup);
  pass(5_000);
  expect(title()).toBeNull();
});

test('once ignored, stays closed for this registration in this session, but opens for another', async () => {
  const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
  const page = show(expired);
  await loaded();
  pass(500);
  await loaded();
  await user.click(screen.getByRole('button', { name: 'Ignore' }));
  expect(title()).toBeNull();
  expect(sessionStorage.getItem('vehicle-alert-dismissed-AB12CDE')).not.toBeNull();
  page.unmount();

  const again = show(expired);
  pass(5_000);
  expect(title()).toBeNull();
  again.unmount();

  show({ ...expired, registration: 'TX11EXP' });
  pass(500);
  await loaded();
  expect(title()).toBeVisible();
});

test.each([
  ['at the verdict, as nothing had it', false],
  ['where it was', true],
])('once ignored, the focus is %s', async (_name, hadFocus) => {
  const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
  renderPage(
    <>
      <button type="button">Elsewhere</button>
      <h2 id="verdict" tabIndex={-1}>
        Verdict
      </h2>
      <VehicleTaxAlert record={vehicleRecordFixture(expired)} fullCheck={null} today={fixtureToday} verdict="PASSED" />
    </>,
  );
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' });
  if (hadFocus) act(() => elsewhere.focus());
  await loaded();
  pass(500);
  await loaded();
  await user.click(screen.getByRole('button', { name: 'Ignore' }));
  expect(hadFocus ? elsewhere : screen.getByRole('heading', { name: 'Verdict' })).toHaveFocus();
});
