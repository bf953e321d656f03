import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { ReportForStaff } from '@ve/contracts/http/operations/admin-reports';
import { fullCheckFixture } from '@ve/domain/testing/full-checks';
import { vehicleRecordFixture } from '@ve/domain/testing/vehicle-records';
import { renderPage, staffSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { CustomerReportVerdicts } from './staff-verdicts.slot.tsx';

const network = installFakeNetwork();

const idOf = (count: number) => `00000000-0000-4000-8000-00000000000${String(count)}`;
const listed = (count: number) => ({
  id: idOf(count),
  registration: 'FN15FNC',
  savedAt: `2026-05-0${String(count)}T10:00:00.000Z`,
});

const nothing = {
  vehicleMake: null,
  vehicleModel: null,
  vehicleYear: null,
  vehicleColor: null,
  fuelType: null,
  engineSize: null,
  transmission: null,
  seats: null,
  maxSpeed: null,
  kerbWeight: null,
  bhp: null,
  engineNumber: null,
  vinLast5: null,
  euroStatus: null,
  vehicleAge: null,
  motExpiry: null,
  taxExpiry: null,
  lastVscDate: null,
};
const report = (more: Partial<ReportForStaff>): ReportForStaff => ({
  id: idOf(1),
  registration: 'FN15FNC',
  createdAt: '2026-05-01T10:00:00.000Z',
  updatedAt: '2026-05-01T10:00:00.000Z',
  customer: { id: idOf(8), userId: idOf(9), name: null, email: 'driver@example.com' },
  vehicle: nothing,
  taxStatus: null,
  motStatus: null,
  insuranceStatus: null,
  record: { state: 'saved', value: vehicleRecordFixture() },
  fullCheck: { state: 'none' },
  ...more,
});

const open = (count = 2) =>
  renderPage(
    <CustomerReportVerdicts
      userId={idOf(9)}
      reports={Array.from({ length: count }, (_, index) => listed(index + 1))}
      headingLevel={3}
    />,
    { session: staffSession },
  );
const showButton = () => screen.getByRole('button', { name: 'Show the verdict of FN15 FNC, saved on 1 May 2026' });

test('nothing is read before staff request it, and then one report, as its customer sees it', async () => {
  network.answer(`GET /api/admin/reports/${idOf(1)}`, {
    body: report({ fullCheck: { state: 'saved', value: fullCheckFixture({ vdi: { stolen: true } }) } }),
  });
  const { user } = open();
  expect(screen.getByRole('heading', { level: 3, name: 'What the customer reads' })).toBeVisible();
  expect(network.calls).toEqual([]);
  await user.click(showButton());
  expect(await screen.findByText('FAILED: a police stolen marker')).toBeVisible();
  expect(screen.getByText('With its saved full check.')).toBeVisible();
  expect(within(screen.getByRole('list', { name: 'Why' })).getAllByRole('listitem').length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Hide the verdict of FN15 FNC, saved on 1 May 2026' }));
  expect(screen.queryByText(/^FAILED/)).toBeNull();
  expect(network.calls.map(({ path }) => path)).toEqual([`/api/admin/reports/${idOf(1)}`]);
});

test.each([
  ['none', 'No source had answered when the report was saved, so it has no verdict.'],
  ['unreadable', 'This release can’t read the saved report.'],
] as const)('a report whose record is %s shows it', async (state, text) => {
  network.answer(`GET /api/admin/reports/${idOf(1)}`, { body: report({ record: { state } }) });
  const { user } = open();
  await user.click(showButton());
  expect(await screen.findByText(text)).toBeVisible();
});

test('a read that fails can be retried', async () => {
  network.answer(`GET /api/admin/reports/${idOf(1)}`, { status: 503, body: { code: 'unavailable' } });
  const { user } = open();
  await user.click(showButton());
  expect(await screen.findByText('We couldn’t load the report.')).toBeVisible();
  network.answer(`GET /api/admin/reports/${idOf(1)}`, { body: report({}) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Without a full check.')).toBeVisible();
});

test('the newest five are listed, and nothing for a customer without reports', () => {
  const { unmount } = open(7);
  expect(screen.getAllByRole('button')).toHaveLength(5);
  expect(screen.getByText('Showing the newest 5 reports.')).toBeVisible();
  unmount();
  const { container } = open(0);
  expect(container).toBeEmptyDOMElement();
});
