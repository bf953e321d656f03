import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { WatchMessage } from '@ve/contracts/http/monitoring/watch';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { renderDashboardTab } from '../../testing/tab.tsx';
import { answerWatchCalls, fixtureId, watchMessageFixture } from '../../testing/watch.ts';

const network = installFakeNetwork();
const list = 'GET /api/watch/messages';

test('each message shows its subject, channel, time and outcome', async () => {
  answerWatchCalls(network);
  const messages: WatchMessage[] = [
    {
      ...watchMessageFixture,
      about: { what: 'alert', kind: 'recall' },
      channel: 'sms',
      state: 'failed',
      why: 'unreachable',
    },
    { ...watchMessageFixture, id: fixtureId(2), state: 'skipped', why: 'moved' },
    { ...watchMessageFixture, id: fixtureId(3), state: 'unconfirmed', registration: 'XY34FGH' },
    {
      ...watchMessageFixture,
      id: fixtureId(4),
      about: { what: 'reminder', kind: 'mot', dueOn: '2026-11-20', lead: -1, late: true },
    },
    { ...watchMessageFixture, id: fixtureId(5), state: 'failed', why: 'a word of tomorrow' },
    { ...watchMessageFixture, id: fixtureId(6), state: 'skipped', why: null },
    { ...watchMessageFixture, id: fixtureId(7), about: { what: 'alert', kind: 'of-a-later-release' } },
  ];
  network.answer(list, { body: { messages, next: null } });
  renderDashboardTab('messages');
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Alert: RecallsText, 19 November 2026 at 08:05 UK timeThe network could not reach the number.Did not arrive',
    'Tax reminder, 14 days before 3 December 2026E-mail, 19 November 2026 at 08:05 UK timeThe date moved, and its reminder with it.Not sent',
    'Tax reminder, 14 days before 3 December 2026E-mail, 19 November 2026 at 08:05 UK time, XY34 FGHThe network did not confirm whether it arrived.Sent, no receipt',
    'MOT reminder, the day after 20 November 2026E-mail, 19 November 2026 at 08:05 UK timeSent late: we couldn’t send it on the day.Arrived',
    'Tax reminder, 14 days before 3 December 2026E-mail, 19 November 2026 at 08:05 UK timeThe network or the mail server did not accept it.Did not arrive',
    'Tax reminder, 14 days before 3 December 2026E-mail, 19 November 2026 at 08:05 UK timeIt was no longer needed.Not sent',
  ]);
  await expectAccessible();
});

test('older messages follow, each once, and a failure to read them is shown', async () => {
  answerWatchCalls(network);
  const older = { body: { messages: [watchMessageFixture, { ...watchMessageFixture, id: fixtureId(2) }], next: null } };
  network.answer(list, { body: { messages: [watchMessageFixture], next: 'n/1' } });
  network.answer(`${list}?before=n%2F1`, { status: 503 }, older);
  const { user } = renderDashboardTab('messages');
  await user.click(await screen.findByRole('button', { name: 'Show older' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load older entries');
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('an empty list, a loading one and an unreadable one show different messages', async () => {
  answerWatchCalls(network);
  network.answer(list, 'silence');
  const waiting = renderDashboardTab('messages');
  expect(await screen.findByText('Loading your messages')).toBeInTheDocument();
  waiting.unmount();
  network.answer(list, { status: 503 }, { body: { messages: [], next: null } });
  const { user } = renderDashboardTab('messages');
  expect(await screen.findByText('We couldn’t load the messages')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^Nothing has been sent yet/)).toHaveTextContent(
    'Nothing has been sent yet. The next is planned for 26 November 2026: Tax.',
  );
  expect(screen.getByRole('link', { name: 'Add your insurance and servicing dates' })).toHaveAttribute(
    'href',
    '/dashboard?tab=reminders#insurance',
  );
});
