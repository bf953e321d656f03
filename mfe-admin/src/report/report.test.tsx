import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { ReportForStaff } from '@ve/contracts/http/operations/admin-reports';
import { fullCheckFixture } from '@ve/domain/testing/full-checks';
import { vehicleRecordFixture, motTestFixture } from '@ve/domain/testing/vehicle-records';
import { renderPage, signedInSession, staffSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { StaffReportPage } from './report.page.tsx';

const network = installFakeNetwork();
const id = '00000000-0000-4000-8000-0000000000a1';
const customerId = '00000000-0000-4000-8000-0000000000c1';
const userId = '00000000-0000-4000-8000-0000000000e1';
const hostile = `<img src=x onerror=alert(1)>\u202egnp`;

const saved = (changes: Partial<ReportForStaff> = {}): ReportForStaff => ({
  id,
  registration: 'AB12CDE',
  createdAt: '2027-07-03T14:05:00.000Z',
  updatedAt: '2027-07-04T08:00:00.000Z',
  customer: { id: customerId, userId, name: 'Dana Driver', email: 'dana@example.com' },
  vehicle: {
    vehicleMake: 'FORD',
    vehicleModel: 'FOCUS',
    vehicleYear: 2012,
    vehicleColor: 'BLUE',
    fuelType: 'PETROL',
    engineSize: 1_598,
    transmission: null,
    seats: 5,
    maxSpeed: 118,
    kerbWeight: 1_270,
    bhp: 104.4,
    engineNumber: null,
    vinLast5: '12345',
    euroStatus: 'EURO 5',
    vehicleAge: 15,
    motExpiry: '2028-03-01',
    taxExpiry: null,
    lastVscDate: '2020-05-05',
  },
  taxStatus: 'Taxed',
  motStatus: 'Valid',
  insuranceStatus: null,
  record: { state: 'saved', value: vehicleRecordFixture() },
  fullCheck: { state: 'saved', value: fullCheckFixture() },
  ...changes,
});

const answer = (changes?: Partial<ReportForStaff>) =>
  network.answer(`GET /api/admin/reports/${id}`, { body: saved(changes) });
const open = (session = staffSession) =>
  renderPage(<StaffReportPage />, {
    path: `/admin/reports/${id}`,
    route: '/admin/reports/:id',
    session,
    queries: true,
  });
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const fact = (within_: ReturnType<typeof within>, label: string) =>
  within_.getAllByText(label)[0]?.parentElement?.querySelector('dd')?.textContent;

test('shows its owner, and when it was made and last changed, by date and time', async () => {
  answer();
  const { container } = open();
  const about = await section('About this report');
  expect(fact(about, 'Customer')).toBe('Dana Driver');
  expect(about.getByRole('link', { name: 'Dana Driver' })).toHaveAttribute('href', `/admin/support/${userId}`);
  expect(fact(about, 'E-mail')).toBe('dana@example.com');
  expect(fact(about, 'Created')).toBe('3 July 2027 at 15:05 UK time');
  expect(fact(about, 'Updated')).toBe('4 July 2027 at 09:00 UK time');
  expect(fact(about, 'Report id')).toBe(id);
  const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
  const { violations } = await axe.run(container, { rules });
  expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});

test('shows the columns as they are stored', async () => {
  answer();
  open();
  const vehicle = await section('Vehicle, as saved');
  expect(fact(vehicle, 'Engine size')).toBe('1,598 cc');
  expect(fact(vehicle, 'BHP')).toBe('104 bhp');
  expect(fact(vehicle, 'Transmission')).toBe('Not known');
  expect(fact(vehicle, 'MOT expiry')).toBe('01/03/2028');
  expect(fact(vehicle, 'Insurance status')).toBe('Not known');
});

test('shows the response of each source, or why there is none, with its time', async () => {
  answer({
    record: {
      state: 'saved',
      value: vehicleRecordFixture({
        licensing: 'timeout',
        testing: {
          tests: [
            motTestFixture('2026-03-01', 61_840),
            motTestFixture('2025-03-01', 60_000, { result: 'FAILED' }),
            motTestFixture('2024-03-01', 50_000, { dataSource: 'DVA NI' }),
          ],
        },
      }),
    },
  });
  open();
  const sources = await section('Source answers');
  expect(sources.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual([
    'DVLA',
    'DVSA',
    'UK Vehicle Data',
  ]);
  expect(sources.getByText('DVLA did not answer in time.')).toBeInTheDocument();
  expect(sources.getAllByText(/as of/)).toHaveLength(3);
  expect(sources.getByRole('region', { name: 'All stored data: DVSA' })).toHaveTextContent('"value": 61840');
  const tests = await screen.findByRole('table', { name: 'MOT tests' });
  expect(within(tests).getByText('61,840 miles')).toBeInTheDocument();
  const noted = within(tests)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.lastElementChild?.textContent);
  expect(noted).toEqual([
    'No defects or advisories recorded.',
    'The record does not say what it failed on.',
    'Tests in Northern Ireland are published without defects.',
  ]);
});

test('shows the full check with each of its parts', async () => {
  answer({
    fullCheck: {
      state: 'saved',
      value: fullCheckFixture({
        vdi: {
          stolen: true,
          stolenPoliceForce: 'KENT',
          financeCount: 1,
          finance: [
            {
              agreementDate: '2024-01-01',
              type: 'HIRE PURCHASE',
              termMonths: 48,
              number: 'A-1',
              company: 'EXAMPLE FINANCE',
              phone: '0151 234 5678',
              description: null,
            },
          ],
        },
        valuation: 'timeout',
      }),
    },
  });
  open();
  const check = await section('Full check');
  expect(check.getByText(/^Made on .* UK time, for the customer above\.$/)).toBeInTheDocument();
  expect(check.getByText('UK Vehicle Data: Registers')).toBeInTheDocument();
  expect(check.getByText('UK Vehicle Data did not answer in time.')).toBeInTheDocument();
  expect(fact(check, 'Outstanding Finance')).toContain('Yes — 1 agreement');
  expect(check.getByRole('heading', { name: 'Finance Check' })).toBeInTheDocument();
  expect(fact(check, 'Lender')).toBe('EXAMPLE FINANCE');
  expect(check.queryByText('VIN Check')).toBeNull();
});

test('shows that nothing is stored, or nothing that can be read', async () => {
  answer({ record: { state: 'none' }, fullCheck: { state: 'unreadable' } });
  open();
  expect((await section('Source answers')).getByText(/^Nothing was saved/)).toBeInTheDocument();
  expect((await section('Full check')).getByText(/This release can’t read the saved data/)).toBeInTheDocument();
});

test('shows markup as text, and escapes marks that would reorder the text around them', async () => {
  const record = vehicleRecordFixture({
    licensing: { make: hostile },
    testing: { tests: [motTestFixture('2026-03-01', 5)] },
  });
  answer({
    customer: { id: customerId, userId, name: hostile, email: 'dana@example.com' },
    vehicle: { ...saved().vehicle, vehicleMake: hostile, vehicleModel: hostile, fuelType: hostile },
    taxStatus: hostile,
    record: { state: 'saved', value: record },
  });
  open();
  expect(fact(await section('Vehicle, as saved'), 'Make')).toBe('<img src=x onerror=alert(1)>gnp');
  const stored = screen.getByRole('region', { name: 'All stored data: DVLA' });
  expect(stored).toHaveTextContent('<img src=x onerror=alert(1)>\\u{202e}gnp');
  expect(document.querySelector('img')).toBeNull();
});

test('is requested once, and only by staff who may see it', async () => {
  answer();
  const { unmount } = open(signedInSession({ roles: ['moderator'] }));
  expect(screen.getByText('Access Denied')).toBeInTheDocument();
  expect(network.calls).toEqual([]);
  unmount();
  open();
  await section('About this report');
  window.dispatchEvent(new Event('focus'));
  window.dispatchEvent(new Event('online'));
  expect(network.calls).toHaveLength(1);
});

test('that does not exist shows it', async () => {
  network.answer(`GET /api/admin/reports/${id}`, {
    status: 404,
    body: { type: 'x', code: 'not-found', title: 'There is nothing at this address', status: 404 },
  });
  open();
  expect(await screen.findByRole('heading', { name: 'Report not found' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Recent reports' })).toHaveAttribute('href', '/admin?tab=reports');
});

test('that cannot be read can be retried', async () => {
  network.answer(`GET /api/admin/reports/${id}`, 'no-answer', { body: saved() });
  const { user } = open();
  expect(await screen.findByText('Unable to load the report')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await section('About this report');
});

test('that is slow shows that it is loading', () => {
  network.answer(`GET /api/admin/reports/${id}`, 'silence');
  open();
  expect(screen.getByText('Loading the report…')).toBeInTheDocument();
});
