import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Analytics } from '@ve/contracts/http/operations/admin-statistics';
import { daysOfRange } from '@ve/domain/operations/analytics/day-figures';
import { renderPage, staffSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { AnalyticsTab } from './analytics.tab.tsx';

const network = installFakeNetwork();
const path = (days: number) => `GET /api/admin/analytics?days=${days}`;
const analyticsOf = (range: number, given: Partial<Analytics> = {}): Analytics => ({
  date: '2026-03-31',
  sameDayLastMonth: '2026-02-28',
  newCustomersToday: 9,
  newCustomersYesterday: 1_200,
  newCustomersSameDayLastMonth: 8,
  percentageChange: 12.5,
  days: daysOfRange('2026-03-31', range).map((date, index) => ({
    date,
    signUps: index,
    newMembers: 1,
    cancellations: 0,
    refunds: 2,
    grossPence: 123_456,
    returnedPence: index === range - 1 ? 200_000 : 0,
  })),
  countedAt: '2026-03-31T03:00:00.000Z',
  ...given,
});
const open = (at = '/admin') => renderPage(<AnalyticsTab />, { session: staffSession, queries: true, path: at });
const cards = () =>
  Object.fromEntries(
    within(screen.getByRole('region', { name: 'New customers' }))
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
const all = (value: string) => ({
  'New customers today': value,
  'New customers yesterday': value,
  'Same day last month': value,
  'Month over month': value,
});
const rowsOf = (title: string) =>
  within(screen.getByRole('table', { name: title }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
beforeEach(() => {
  network.answer(path(30), { body: analyticsOf(30) });
});

test('shows dots, and then the four cards by the rules of the specification', async () => {
  open();
  expect(cards()).toEqual(all('...'));
  expect(screen.getByRole('status')).toHaveTextContent('Loading daily figures');
  await screen.findByText('+12.5%');
  expect(cards()).toEqual({
    'New customers today': '9',
    'New customers yesterday': '1,200',
    'Same day last month': '8',
    'Month over month': '+12.5%',
  });
  expect(screen.getByText('28 February 2026')).toBeInTheDocument();
});

test('has a chart with its table for each figure, and explains what is counted', async () => {
  const { container } = open();
  await screen.findByText('+12.5%');
  expect(screen.getAllByRole('figure').map((figure) => within(figure).getByRole('heading').textContent)).toEqual([
    'Sign-ups',
    'New members from trials',
    'Cancellations',
    'Refunds',
    'Revenue',
  ]);
  expect(rowsOf('Sign-ups').slice(0, 3)).toEqual([
    ['Day', 'Sign-ups'],
    ['In all', '435'],
    ['31/03/2026', '29'],
  ]);
  expect(rowsOf('Revenue').slice(0, 4)).toEqual([
    ['Day', 'Gross', 'Paid back', 'Net'],
    ['In all', '£37,036.80', '£2,000.00', '£35,036.80'],
    ['31/03/2026', '£1,234.56', '£2,000.00', '-£765.44'],
    ['30/03/2026', '£1,234.56', '£0.00', '£1,234.56'],
  ]);
  expect(screen.getByRole('figure', { name: 'Revenue' })).toHaveTextContent('Stripe’s fees aren’t deducted.');
  const { violations } = await axe.run(container, {
    rules: {
      'color-contrast': { enabled: false },
      region: { enabled: false },
      'page-has-heading-one': { enabled: false },
    },
  });
  expect(violations.map(({ id, help }) => `${id}: ${help}`)).toEqual([]);
});

test('keeps the range in the URL, and the previous charts until the new range is loaded', async () => {
  network.answer(path(7), { body: analyticsOf(7) });
  const { user, address } = open('/admin?days=nonsense');
  await screen.findByText('+12.5%');
  expect(screen.getByRole('link', { current: true })).toHaveTextContent('30 days');
  await user.click(screen.getByRole('link', { name: '7 days' }));
  expect(address()).toBe('/admin?days=7');
  await waitFor(() => expect(rowsOf('Sign-ups')).toHaveLength(9));
  expect(network.calls.map(({ path: called }) => called)).toEqual([
    '/api/admin/analytics?days=30',
    '/api/admin/analytics?days=7',
  ]);
});

test('shows a failure, and Retry requests it again', async () => {
  network.answer(path(30), 'no-answer', { body: analyticsOf(30, { percentageChange: -3 }) });
  const { user } = open();
  expect(await screen.findByText('Unable to load analytics')).toBeInTheDocument();
  expect(within(screen.getByRole('alert')).getByText('Failed to load analytics data')).toBeInTheDocument();
  expect(cards()).toEqual(all('Not available'));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('-3.0%');
  expect(screen.queryByText('Unable to load analytics')).toBeNull();
});

test('keeps the previous charts below a banner when another range cannot be read, and Retry reads it', async () => {
  network.answer(path(7), 'no-answer', { body: analyticsOf(7) });
  const { user } = open();
  await screen.findByText('+12.5%');
  await user.click(screen.getByRole('link', { name: '7 days' }));
  expect(await screen.findByText('The figures below are from earlier. Try again in a minute.')).toBeInTheDocument();
  expect(screen.getByText('+12.5%')).toBeInTheDocument();
  expect(rowsOf('Sign-ups')).toHaveLength(32);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(rowsOf('Sign-ups')).toHaveLength(9));
  expect(screen.queryByText('Unable to load analytics')).toBeNull();
});

test('a service without customers shows zeros, not gaps', async () => {
  const none = analyticsOf(30, { newCustomersToday: 0, newCustomersSameDayLastMonth: 0, percentageChange: 0 });
  const days = none.days.map((day) => ({ ...day, signUps: 0, grossPence: 0, returnedPence: 0 }));
  network.answer(path(30), { body: { ...none, days, countedAt: null } });
  open();
  await screen.findByText('+0.0%');
  expect(rowsOf('Revenue')[1]).toEqual(['In all', '£0.00', '£0.00', '£0.00']);
  expect(screen.queryByText(/All but the last three days/)).toBeNull();
});
