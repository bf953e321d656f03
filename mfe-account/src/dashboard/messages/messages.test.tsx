import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { WatchMessage } from '@ve/contracts/http/monitoring/watch';
import { fakeNetwork } from '@ve/mfe-kit/testing-network';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { showTab } from '../../testing/tab.tsx';
import { answerWatch, idOf, message } from '../../testing/watch.ts';

const network = fakeNetwork();
const list = 'GET /api/watch/messages';

test('each message shows its subject, channel, time and outcome', async () => {
  answerWatch(network);
  const messages: WatchMessage[] = [
    { ...message, about: { what: 'alert', kind: 'recall' }, channel: 'sms', state: 'failed', why: 'unreachable' },
    { ...message, id: idOf(2), state: 'skipped', why: 'moved' },
    { ...message, id: idOf(3), state: 'unconfirmed', registration: 'XY34FGH' },
    { ...message, id: idOf(4), about: { what: 'reminder', kind: 'mot', dueOn: '2026-11-20', lead: -1, late: true } },
    { ...message, id: idOf(5), state: 'failed', why: 'a word of tomorrow' },
    { ...message, id: idOf(6), state: 'skipped', why: null },
    { ...message, id: idOf(7), about: { what: 'alert', kind: 'of-a-later-release' } },
  ];
  network.answer(list, { body: { messages, next: null } });
  showTab('messages');
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
  answerWatch(network);
  const older = { body: { messages: [message, { ...message, id: idOf(2) }], next: null } };
  network.answer(list, { body: { messages: [message], next: 'n/1' } });
  network.answer(`${list}?before=n%2F1`, { status: 503 }, older);
  const { user } = showTab('messages');
  await user.click(await screen.findByRole('button', { name: 'Show older' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load older entries');
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('an empty list, a loading one and an unreadable one show different messages', async () => {
  answerWatch(network);
  network.answer(list, 'silence');
  const waiting = showTab('messages');
  expect(await screen.findByText('Loading your messages')).toBeInTheDocument();
  waiting.unmount();
  network.answer(list, { status: 503 }, { body: { messages: [], next: null } });
  const { user } = showTab('messages');
  expect(await screen.findByText('We couldn’t load the messages')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^Nothing has been sent yet/)).toBeVisible();
});
