import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { savedWatchAnswer, renderDashboardTab } from '../../testing/tab.tsx';
import { answerWatchCalls, watchFixture } from '../../testing/watch.ts';

const network = installFakeNetwork();
const near = { ...watchFixture, settings: { ...watchFixture.settings, postcode: 'LS1 1AA' } };
const prices = (query = 'fuel=E10&order=price&miles=5') => `GET /api/watch/petrol?${query}`;
const station = {
  id: 's1',
  name: 'BP Leeds',
  address: '1 High Street, Leeds',
  postcode: 'LS1 2BB',
  milesTenths: 12,
  pencePerLitreTenths: 1359,
  reportedAt: '2026-11-21T06:00:00.000Z',
  motorway: false,
  brand: null,
  supermarket: true,
  closed: false,
};
const found = (stations: unknown[]) => ({
  body: { outcome: 'found', readAt: '2026-11-21T07:00:00.000Z', postcode: 'LS1 1AA', stations },
});

test('a postcode is checked and saved; then its prices are shown', async () => {
  answerWatchCalls(network);
  network.answer('PATCH /api/watch', { body: { outcome: 'postcode-unknown' } }, savedWatchAnswer(near));
  network.answer(prices(), found([station]));
  const { user } = renderDashboardTab('petrol');
  const field = await screen.findByLabelText('Your postcode');
  expect(screen.getByText('Add your postcode to see the prices around it.')).toBeVisible();
  await user.type(field, 'Leeds{Enter}');
  expect(screen.getByText('Please enter a valid UK postcode')).toBeVisible();
  await user.clear(field);
  await user.type(field, 'ls11aa{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Postcode not found');
  await user.click(screen.getByRole('button', { name: 'Save postcode' }));
  expect(await screen.findByText('135.9p')).toBeVisible();
  expect(screen.getByText('1.2 miles · 1 High Street, Leeds, LS1 2BB · Supermarket')).toBeVisible();
  expect(screen.getByText(/Open Government Licence/)).toBeVisible();
  expect(network.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { postcode: 'LS1 1AA' },
    { postcode: 'LS1 1AA' },
  ]);
  await expectAccessible();
});

test('fuel, distance and order are chosen; a closed station is marked', async () => {
  answerWatchCalls(network, near);
  network.answer(prices(), found([station]));
  network.answer(prices('fuel=B7_STANDARD&order=price&miles=5'), found([{ ...station, pencePerLitreTenths: 1421 }]));
  network.answer(prices('fuel=B7_STANDARD&order=price&miles=10'), found([]));
  network.answer(prices('fuel=B7_STANDARD&order=distance&miles=10'), found([{ ...station, closed: true }]));
  const { user } = renderDashboardTab('petrol');
  expect(await screen.findByText('135.9p')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Fuel'), 'Diesel (B7)');
  expect(await screen.findByText('142.1p')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Within'), '10 miles');
  expect(await screen.findByText(/^No station within this distance/)).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Order'), 'Nearest first');
  expect(await screen.findByText('Closed at the moment')).toBeVisible();
});

test.each([
  ['not-read', /no prices from Fuel Finder yet/],
  ['not-member', /come with the membership/],
  ['no-postcode', /^Add your postcode/],
])('no prices, %s: the reason is shown', async (outcome, text) => {
  answerWatchCalls(network, near);
  network.answer(prices(), { body: { outcome } });
  renderDashboardTab('petrol');
  expect(await screen.findByText(text)).toBeVisible();
});

test('prices that cannot be read are requested again, and a postcode is removed', async () => {
  answerWatchCalls(network, near);
  network.answer(prices(), { status: 503 }, found([station]));
  network.answer('PATCH /api/watch', savedWatchAnswer(watchFixture));
  const { user } = renderDashboardTab('petrol');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('135.9p')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Add your postcode to see the prices around it.')).toBeVisible();
});
