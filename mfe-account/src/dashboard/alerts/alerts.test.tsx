import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { fakeNetwork } from '@ve/mfe-kit/testing-network';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { saved, showTab } from '../../testing/tab.tsx';
import { answerWatch, event, findings, idOf, watching } from '../../testing/watch.ts';

const network = fakeNetwork();
const part = async (name: string) => within(await screen.findByRole('region', { name }));

test('an MOT result is a sentence, and opens to the words of the tester', async () => {
  answerWatch(network);
  const { user } = showTab('alerts');
  const history = await part('What happened to your car');
  expect(
    await history.findByText(
      'Passed its MOT on 20 November 2026. It is valid until 20 November 2027. 1 advisory, 1 of them seen before.',
    ),
  ).toBeVisible();
  expect(history.getByText(/Nearside front tyre/)).not.toBeVisible();
  await user.click(history.getByText('The tester’s words'));
  expect(history.getByText(/Nearside front tyre/)).toBeVisible();
  await (await part('What is watched')).findByText('Tax, by DVLA');
  await expectAccessible();
});

test('older events follow', async () => {
  answerWatch(network);
  const facts = { kind: 'keeper-change', on: null, keepers: 1 };
  network.answer('GET /api/watch/events', { body: { events: [event], next: 'x' } });
  network.answer('GET /api/watch/events?before=x', {
    body: { events: [{ ...event, id: idOf(2), facts }], next: null },
  });
  const { user } = showTab('alerts');
  await user.click(await screen.findByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('A new keeper is recorded. It has had 1 keeper before.')).toBeVisible();
});

test('nothing has happened, or it could not be read', async () => {
  answerWatch(network);
  network.answer('GET /api/watch/events', { status: 503 }, { body: { events: [], next: null } });
  network.answer('GET /api/watch/findings', { status: 503 }, { body: findings });
  const { user } = showTab('alerts');
  const history = await part('What happened to your car');
  expect(await history.findByText('The history could not be read')).toBeVisible();
  await user.click(history.getByRole('button', { name: 'Try again' }));
  expect(await history.findByText(/^Nothing has changed since we watch it/)).toBeVisible();
  const watched = await part('What is watched');
  await user.click(await watched.findByRole('button', { name: 'Try again' }));
  expect(await watched.findByText('Tax, by DVLA')).toBeVisible();
});

test('what is watched says when it was read and how often it is, and which recalls may apply', async () => {
  answerWatch(network);
  showTab('alerts');
  const watched = await part('What is watched');
  const lines = (await watched.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(lines[0]).toMatch(/^Tax, by DVLAEvery day, .*Read$/);
  expect(lines[1]).toBe('Value, by UK Vehicle DataEvery 30 daysNot read yet');
  expect(lines[2]).toMatch(/Every 7 days, .*No answer at the last look$/);
  expect(lines[3]).toBe('Finance, by UK Vehicle DataNot watched');
  const recalls = await part('Safety recalls');
  expect(recalls.getByText('DVSA lists no outstanding safety recall.')).toBeVisible();
  expect(recalls.getByText('R/2026/001, launched on 1 May 2026')).toBeVisible();
});

test('an alert is switched off, and what was not saved goes back', async () => {
  answerWatch(network);
  const off = { ...watching, settings: { ...watching.settings, alertsOff: ['value' as const] } };
  network.answer('PATCH /api/watch', saved(off), { status: 503 });
  const { user } = showTab('alerts');
  const value = await screen.findByRole('switch', { name: 'Value each month' });
  expect(value).toBeChecked();
  await user.click(value);
  expect(value).not.toBeChecked();
  await user.click(screen.getByRole('switch', { name: 'Finance' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('That was not saved');
  expect(screen.getByRole('switch', { name: 'Finance' })).toBeChecked();
  const bodies = network.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  expect(bodies).toEqual([{ alertsOff: ['value'] }, { alertsOff: ['value', 'finance'] }]);
});
