import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { savedWatchAnswer, renderDashboardTab } from '../../testing/tab.tsx';
import {
  answerWatchCalls,
  watchEventFixture,
  watchFindingsFixture,
  fixtureId,
  watchFixture,
} from '../../testing/watch.ts';

const network = installFakeNetwork();
const part = async (name: string) => within(await screen.findByRole('region', { name }));

test('an MOT result is a sentence, and opens to the tester’s text', async () => {
  answerWatchCalls(network);
  const { user } = renderDashboardTab('alerts');
  const history = await part('What happened to your car');
  expect(
    await history.findByText(
      'Passed its MOT on 20 November 2026. It is valid until 20 November 2027. 1 advisory, 1 of them seen before.',
    ),
  ).toBeVisible();
  expect(history.getByText(/Nearside front tyre/)).not.toBeVisible();
  await user.click(history.getByText('The tester’s words'));
  expect(history.getByText(/Nearside front tyre/)).toBeVisible();
  await (await part('What is watched')).findByText('Tax, from DVLA');
  await expectAccessible();
});

test('older events follow, and the first of the last page takes the focus from the removed button', async () => {
  answerWatchCalls(network);
  const facts = { kind: 'keeper-change', on: null, keepers: 1 };
  network.answer('GET /api/watch/events', { body: { events: [watchEventFixture], next: 'x' } });
  const older = [
    { ...watchEventFixture, id: fixtureId(2) },
    { ...watchEventFixture, id: fixtureId(3) },
  ];
  network.answer('GET /api/watch/events?before=x', { body: { events: older, next: 'y' } });
  const last = [
    // A kind of a later release, which this page leaves out.
    { ...watchEventFixture, id: fixtureId(6), facts: { kind: 'of-a-later-release', more: 1 } },
    { ...watchEventFixture, id: fixtureId(4), facts },
    { ...watchEventFixture, id: fixtureId(5) },
  ];
  network.answer('GET /api/watch/events?before=y', { body: { events: last, next: null } });
  const { user } = renderDashboardTab('alerts');
  const history = await part('What happened to your car');
  await user.click(await history.findByRole('button', { name: 'Show older' }));
  await waitFor(() => expect(history.getAllByText(/^Passed its MOT on/)).toHaveLength(3));
  expect(history.getByRole('button', { name: 'Show older' })).toHaveFocus();
  await user.click(history.getByRole('button', { name: 'Show older' }));
  const keeper = await history.findByText('A new keeper is recorded. It has had 1 previous keeper.');
  expect(keeper.closest('li')).toHaveFocus();
  expect(history.queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('an empty history and an unreadable one show different messages', async () => {
  answerWatchCalls(network);
  network.answer('GET /api/watch/events', { status: 503 }, { body: { events: [], next: null } });
  network.answer('GET /api/watch/findings', { status: 503 }, { body: watchFindingsFixture });
  const { user } = renderDashboardTab('alerts');
  const history = await part('What happened to your car');
  expect(await history.findByText('We couldn’t load the history')).toBeVisible();
  await user.click(history.getByRole('button', { name: 'Try again' }));
  expect(await history.findByText(/^Nothing has changed since we began to watch it/)).toBeVisible();
  const watched = await part('What is watched');
  await user.click(await watched.findByRole('button', { name: 'Try again' }));
  expect(await watched.findByText('Tax, from DVLA')).toBeVisible();
});

test('each watched source shows its result, when it was read, how often it is read, and which recalls may apply', async () => {
  answerWatchCalls(network);
  renderDashboardTab('alerts');
  const watched = await part('What is watched');
  const lines = (await watched.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(lines).toEqual([
    'Tax, from DVLAUntaxedChecked on 21 November 2026 at 06:00 UK time. Checked every 7 days, and on the days around its date.',
    'Value, from UK Vehicle DataNot checked yetWe first check it on 28 November 2026. Checked every 30 days.',
    'Model recalls, from DVSANo answer last timeWe check DVSA’s list every day.',
    'Finance, from UK Vehicle Data2 agreements on recordChecked on 21 November 2026 at 06:00 UK time. Checked every 30 days.',
    'Keepers and plates, from UK Vehicle DataAfter the trialWe watch it from your first full month.',
  ]);
  const recalls = await part('Safety recalls');
  expect(recalls.getByText('DVSA lists no outstanding safety recall.')).toBeVisible();
  expect(recalls.getByText('DVSA’s answer of 21 November 2026 at 06:00 UK time.')).toBeVisible();
  expect(recalls.getByText('DVSA’s list, as of 20 November 2026 at 06:00 UK time.')).toBeVisible();
  expect(recalls.getByText('R/2026/001, launched on 1 May 2026')).toBeVisible();
});

test('petrol prices that are not watched show what is missing, and lead to its field', async () => {
  const petrol = { aspect: 'petrol', state: 'off', because: null, readAt: null, everyDays: null, nextCheckAt: null };
  answerWatchCalls(network);
  network.answer('GET /api/watch/findings', {
    body: { ...watchFindingsFixture, aspects: [{ ...petrol, found: null }] },
  });
  const { user, address } = renderDashboardTab('alerts');
  const watched = await part('What is watched');
  expect(await watched.findByRole('listitem')).toHaveTextContent(
    'Petrol prices, from Fuel FinderNot watchedWe compare prices near your postcode. You have not added one yet. Add your postcode',
  );
  await user.click(watched.getByRole('link', { name: 'Add your postcode' }));
  expect(address()).toBe('/dashboard?tab=petrol#postcode');
  expect(await screen.findByLabelText('Your postcode')).toHaveFocus();
});

test('petrol prices that were not found show the possible reason', async () => {
  const petrol = { aspect: 'petrol', state: 'unavailable', because: 'not-held', readAt: null, everyDays: 1 };
  answerWatchCalls(network, { ...watchFixture, settings: { ...watchFixture.settings, postcode: 'LS1 1AA' } });
  const aspects = [{ ...petrol, nextCheckAt: null, found: null }];
  network.answer('GET /api/watch/findings', { body: { ...watchFindingsFixture, aspects } });
  renderDashboardTab('alerts');
  const watched = await part('What is watched');
  expect(await watched.findByText(/^No station near your postcode reports a price/)).toBeVisible();
  expect(watched.queryByRole('link')).toBeNull();
});

test.each([
  [{ ...watchFixture }, 'By e-mail. Not by text at the moment.'],
  [
    {
      ...watchFixture,
      settings: { ...watchFixture.settings, sms: true },
      phone: { number: '+447700900123', state: 'confirmed' as const },
      mailTo: { ...watchFixture.mailTo, optedOutStreams: ['alert' as const] },
    },
    'Not by e-mail at the moment. Also by text: change of tax status, MOT results and advisories, recalls, change of keeper, scrapping and export and change of plate.',
  ],
])('the switches of alerts show the channels that are in use', async (watch, text) => {
  answerWatchCalls(network, watch);
  renderDashboardTab('alerts');
  expect(await (await part('Tell me about')).findByText(text)).toBeVisible();
});

test('an alert is switched off, and a change that was not saved is rolled back', async () => {
  answerWatchCalls(network);
  const off = { ...watchFixture, settings: { ...watchFixture.settings, disabledAlerts: ['value' as const] } };
  network.answer('PATCH /api/watch', savedWatchAnswer(off), { status: 503 });
  const { user } = renderDashboardTab('alerts');
  const value = await screen.findByRole('switch', { name: 'Change of value' });
  expect(value).toBeChecked();
  await user.click(value);
  expect(value).not.toBeChecked();
  await user.click(screen.getByRole('switch', { name: 'Finance' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('That was not saved');
  expect(screen.getByRole('switch', { name: 'Finance' })).toBeChecked();
  const bodies = network.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  expect(bodies).toEqual([{ disabledAlerts: ['value'] }, { disabledAlerts: ['value', 'finance'] }]);
});
