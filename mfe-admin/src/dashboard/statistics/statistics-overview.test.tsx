import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { renderPage, staffSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork, type FakeHttpResponse } from '@ve/mfe-kit/testing-network';
import { StatisticsOverview } from './statistics-overview.tsx';

const network = installFakeNetwork();
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const path = 'GET /api/admin/statistics';
const body = {
  totalUsers: 1_000_003,
  totalReports: 12,
  totalCustomers: 0,
  activeSubscriptions: 7,
  countedAt: '2026-11-22T12:00:00.000Z',
};
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const open = () => renderPage(<StatisticsOverview />, { session: staffSession, queries: true });
const shown = () =>
  Object.fromEntries(
    within(screen.getByRole('region', { name: 'Statistics' }))
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
const all = (value: string) => ({
  'Total Users': value,
  'Total Reports': value,
  'Total Customers': value,
  'Active Subscriptions': value,
});

test('are requested a second after the page was opened, with dots until they are loaded', async () => {
  network.answer(path, { body });
  open();
  await pass(999);
  expect(network.calls).toEqual([]);
  expect(shown()).toEqual(all('...'));
  await pass(1);
  await pass(0);
  expect(shown()).toEqual({
    'Total Users': '1,000,003',
    'Total Reports': '12',
    'Total Customers': '0',
    'Active Subscriptions': '7',
  });
  for (const note of ['Registered users', 'Vehicle reports generated', 'Customer records', 'Currently active']) {
    expect(screen.getByText(note)).toBeInTheDocument();
  }
  expect(screen.queryByText('Unable to load statistics')).toBeNull();
});

test('that cannot be read show it, and Retry requests them again', async () => {
  network.answer(path, { status: 503 }, { body });
  open();
  await pass(1_000);
  await pass(0);
  expect(screen.getByText('Unable to load statistics')).toBeInTheDocument();
  expect(screen.getByText('There may be connectivity issues with the database.')).toBeInTheDocument();
  expect(within(screen.getByRole('alert')).getByText('Failed to load admin statistics')).toBeInTheDocument();
  expect(shown()).toEqual(all('Not available'));
  fireEvent.click(screen.getByRole('button', { name: 'Close message' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Unable to load statistics')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await pass(0);
  expect(shown()).toMatchObject({ 'Total Users': '1,000,003' });
  expect(screen.queryByText('Unable to load statistics')).toBeNull();
});

test('show dots again during Retry', async () => {
  let answer: (value: FakeHttpResponse) => void = () => undefined;
  network.answer(path, 'no-answer', new Promise<FakeHttpResponse>((resolve) => (answer = resolve)));
  open();
  await pass(1_000);
  await pass(0);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await pass(0);
  expect(shown()).toEqual(all('...'));
  answer({ body });
  await pass(0);
  expect(shown()).toMatchObject({ 'Active Subscriptions': '7' });
});
