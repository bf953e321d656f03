import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage, signedInSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { activeSubscription, answerAccountCalls } from '../../testing/account.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { answerWatchCalls, watchFixture } from '../../testing/watch.ts';
import { MemberDashboardPage } from '../dashboard.page.tsx';
import '../../testing/dashboard-parts.ts';

const network = installFakeNetwork();
const path = 'POST /api/watch/car';
const open = () =>
  renderPage(<MemberDashboardPage />, { session: signedInSession(), queries: true, path: '/dashboard' });
const dialog = () => within(screen.getByRole('dialog', { name: 'Change your car' }));

test('the car is changed after its consequences were shown', async () => {
  answerAccountCalls(network, activeSubscription);
  answerWatchCalls(network);
  network.answer('GET /api/reports/XY34FGH', { body: { outcome: 'none' } });
  const changed = { ...watchFixture, registration: 'XY34FGH', carMayChangeOn: '2026-12-22' };
  network.answer(path, { body: { outcome: 'changed', watch: changed } });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Change car' }));
  expect(dialog().getByText(/Your reports stay/)).toBeVisible();
  await expectAccessible();
  await user.click(dialog().getByRole('button', { name: 'Change car' }));
  expect(dialog().getByText('Enter the registration number of your car')).toBeVisible();
  await user.type(dialog().getByRole('textbox'), 'xy34 fgh{Enter}');
  expect(await screen.findByText('We now watch XY34 FGH.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('You can change it from 22 December 2026, once a billing period.')).toBeVisible();
  expect(network.calls.find(({ method, path: to }) => method === 'POST' && to === '/api/watch/car')?.body).toEqual({
    registration: 'XY34FGH',
  });
});

test.each([
  [{ outcome: 'same' }, 'It already watches that car.'],
  [{ outcome: 'not-found' }, 'No register has a vehicle with this registration.'],
  [{ outcome: 'unavailable' }, /^None of the registers answered/],
  [{ outcome: 'not-member' }, /^Your membership has ended/],
  [{ outcome: 'once-a-period', mayChangeOn: '2026-12-22' }, /^You can change it from 22 December 2026/],
])('a change that was not made shows the reason: %j', async (body, text) => {
  answerAccountCalls(network, activeSubscription);
  answerWatchCalls(network);
  network.answer(path, { body });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Change car' }));
  await user.type(dialog().getByRole('textbox'), 'XY34FGH{Enter}');
  expect(await dialog().findByText(text)).toBeVisible();
});
