import { expect, test } from '@jest/globals';
import { focusManager, onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ListedReport, ReportListPage } from '@ve/contracts/http/operations/admin-reports';
import { renderPage, staffSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { ReportsTab } from './reports.tab.tsx';

const network = installFakeNetwork();
const listPath = 'GET /api/admin/reports';
const hostile = `<img src=x onerror=alert(1)>`;

const report = (number: number, changes: Partial<ListedReport> = {}): ListedReport => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  registration: 'AB12CDE',
  make: 'FORD',
  model: 'FOCUS',
  customer: { name: 'Dana Driver', email: 'dana@example.com' },
  createdAt: '2027-07-03T14:05:00.000Z',
  ...changes,
});
const page = (rows: ListedReport[], changes: Partial<ReportListPage> = {}): ReportListPage => ({
  rows,
  first: rows.length === 0 ? null : 'F',
  last: rows.length === 0 ? null : 'L',
  hasNewer: false,
  hasOlder: false,
  total: rows.length,
  isMore: false,
  ...changes,
});
const unavailable = {
  status: 503,
  body: { type: 'x', code: 'service-unavailable', title: 'The service isn’t available right now.', status: 503 },
};

const open = (path = '/admin?tab=reports') =>
  renderPage(<ReportsTab />, { path, session: staffSession, queries: true });
const table = () => screen.findByRole('table', { name: 'Recent Reports' });
const bodyRows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1);
const texts = (row: HTMLElement | undefined) =>
  [...(row?.querySelectorAll('th, td') ?? [])].map((cell) => cell.textContent);

test('shows each report with its vehicle, customer, date and time in the UK, and a link to it', async () => {
  network.answer(listPath, { body: page([report(1)]) });
  const { container } = open();
  const [row] = await bodyRows();
  expect(
    within(await table())
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Registration', 'Vehicle', 'Customer', 'Created', 'Actions']);
  expect(texts(row)).toEqual([
    'AB12 CDE',
    'FORD FOCUS',
    'Dana Driverdana@example.com',
    '03/07/2027 15:05',
    'View Report on AB12 CDE',
  ]);
  expect(screen.getByRole('link', { name: 'View Report on AB12 CDE' })).toHaveAttribute(
    'href',
    '/admin/reports/00000000-0000-4000-8000-000000000001',
  );
  const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
  expect((await axe.run(container, { rules })).violations).toEqual([]);
});

test('shows Unknown and No email for missing values, and markup as text', async () => {
  const withoutCustomer = { name: null, email: null };
  const wild = { make: hostile, model: hostile, customer: { name: hostile, email: hostile } };
  network.answer(listPath, {
    body: page([report(1, { make: null, model: null, customer: withoutCustomer }), report(2, wild)]),
  });
  open();
  const [first, second] = await bodyRows();
  expect(texts(first).slice(1, 3)).toEqual(['Not known', 'UnknownNo email']);
  expect(texts(second).slice(1, 3)).toEqual([`${hostile} ${hostile}`, hostile + hostile]);
  expect(document.querySelector('img')).toBeNull();
});

test('leads to the next page, which is in the URL; the current one stays until it is loaded', async () => {
  let arrive: (answer: { body: unknown }) => void = () => undefined;
  network.answer(listPath, { body: page([report(1)], { hasOlder: true, total: 11 }) });
  network.answer(`${listPath}?after=L`, new Promise((resolve) => (arrive = resolve)));
  const { user, address } = open();
  await table();
  await user.click(screen.getByRole('link', { name: 'Older' }));
  expect(address()).toBe('/admin?tab=reports&after=L&page=2');
  expect(await bodyRows()).toHaveLength(1);
  await act(() => {
    arrive({ body: page([report(2, { registration: 'FN15FNC' })], { hasNewer: true, total: 11 }) });
    return Promise.resolve();
  });
  expect(await screen.findByText('FN15 FNC')).toBeInTheDocument();
});

test('that cannot be read shows the banner with Retry and the toast, and then the reports', async () => {
  network.answer(listPath, unavailable, { body: page([report(1)]) });
  const { user } = open();
  expect(await screen.findByText('Unable to load reports')).toBeInTheDocument();
  expect(screen.getByText('The service isn’t available right now.')).toBeInTheDocument();
  const toast = 'Failed to load recent reports. This might be due to access permissions.';
  expect(screen.getByText(toast)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close message' }));
  expect(screen.queryByText(toast)).toBeNull();
  expect(screen.getByText('Unable to load reports')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await bodyRows()).toHaveLength(1);
  expect(screen.queryByText('Unable to load reports')).toBeNull();
});

test('keeps the current page when another cannot be read', async () => {
  network.answer(listPath, { body: page([report(1)], { hasOlder: true, total: 11 }) });
  network.answer(`${listPath}?after=L`, 'no-answer');
  const { user } = open();
  await table();
  await user.click(screen.getByRole('link', { name: 'Older' }));
  expect(await screen.findByText('Unable to load reports')).toBeInTheDocument();
  expect(await bodyRows()).toHaveLength(1);
});

test('is never blank: it shows that it is loading, and that it is empty', async () => {
  network.answer(listPath, 'silence');
  const { unmount } = open();
  expect(screen.getByRole('status')).toHaveTextContent('Loading the reports…');
  unmount();
  network.answer(listPath, { body: page([]) });
  open();
  expect(await screen.findByText('No reports yet')).toBeInTheDocument();
});

test('is refetched only when it is opened again, since each read is recorded', async () => {
  network.answer(listPath, { body: page([report(1)]) });
  const { unmount } = open();
  await table();
  act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
  });
  await table();
  expect(network.calls).toHaveLength(1);
  unmount();
  open();
  await table();
  expect(network.calls).toHaveLength(2);
});

test('requests the day in the URL', async () => {
  network.answer(`${listPath}?day=2027-03-01`, { body: page([], { hasNewer: true, total: 11 }) });
  open('/admin?tab=reports&day=2027-03-01');
  expect(await screen.findByText('This page is now empty.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['First']));
});
