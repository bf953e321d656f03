import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { savedWatchAnswer, renderDashboardTab } from '../../testing/tab.tsx';
import { answerWatchCalls, fixtureMobile, watchFixture } from '../../testing/watch.ts';

const network = installFakeNetwork();

const { settings } = watchFixture;
const part = async (name: string) => within(await screen.findByRole('region', { name }));
const sent = () => network.calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]);
const patches = (...changes: Partial<typeof settings>[]) =>
  network.answer(
    'PATCH /api/watch',
    ...changes.map((change) => savedWatchAnswer({ ...watchFixture, settings: { ...settings, ...change } })),
  );

test('each kind is a line with its days, and opens to its checkboxes', async () => {
  answerWatchCalls(network);
  patches({ leads: { ...settings.leads, tax: { email: [14, 7, 1, -1], sms: settings.leads.tax.sms } } });
  const { user } = renderDashboardTab('reminders');
  const which = await part('Which reminders');
  expect(which.getAllByText('E-mail: 28, 14 and 7 days before, 1 day before and the day after')).toHaveLength(4);
  await user.click(which.getByText('Tax'));
  expect(which.getAllByText(/^Texts are off\. /)[0]).toBeVisible();
  await expectAccessible();
  await user.click(which.getByRole('checkbox', { name: 'Tax, 28 days before, E-mail' }));
  await user.click(which.getAllByRole('button', { name: 'Save days' })[0] as HTMLElement);
  expect(await which.findByText('E-mail: 14 and 7 days before, 1 day before and the day after')).toBeVisible();
  const { tax, ...others } = settings.leads;
  expect(sent()).toEqual([['/api/watch', { leads: { tax: { ...tax, email: [14, 7, 1, -1] }, ...others } }]]);
});

test('the days of one kind are used for all four; where SMS is on and differs, both are shown', async () => {
  answerWatchCalls(network, { ...watchFixture, settings: { ...settings, sms: true } });
  const mine = { email: [-1], sms: [1] } as (typeof settings.leads)['tax'];
  patches({ sms: true, leads: { tax: mine, mot: mine, insurance: mine, servicing: mine } });
  const { user } = renderDashboardTab('reminders');
  const which = await part('Which reminders');
  expect(which.getAllByText(/^E-mail and text: 28/)).toHaveLength(4);
  await user.click(which.getByText('MOT'));
  await user.click(which.getAllByRole('button', { name: 'Use for all four' })[1] as HTMLElement);
  expect(await which.findAllByText('E-mail: the day after. Text: 1 day before')).toHaveLength(4);
});

test('days that were not saved stay in the form, with the reason', async () => {
  answerWatchCalls(network);
  network.answer('PATCH /api/watch', { status: 503 });
  const { user } = renderDashboardTab('reminders');
  const which = await part('Which reminders');
  await user.click(which.getByText('Tax'));
  await user.click(which.getByRole('checkbox', { name: 'Tax, 1 day before, Text' }));
  await user.click(which.getAllByRole('button', { name: 'Save days' })[0] as HTMLElement);
  expect(await which.findByRole('alert')).toHaveTextContent('That was not saved');
  expect(which.getByRole('checkbox', { name: 'Tax, 1 day before, Text' })).not.toBeChecked();
});

test('the channels are switched, and SMS requires a number', async () => {
  answerWatchCalls(network);
  patches({ email: false });
  const { user } = renderDashboardTab('reminders');
  const channels = await part('How we reach you');
  await user.click(channels.getByRole('switch', { name: 'Email' }));
  expect(channels.getByRole('switch', { name: 'Email' })).not.toBeChecked();
  expect(sent()).toEqual([['/api/watch', { email: false }]]);
  await user.click(channels.getByRole('switch', { name: 'SMS' }));
  expect(await screen.findByRole('dialog', { name: 'Enter Phone Number' })).toBeVisible();
});

test.each([
  ['confirm', 'Confirm your number'],
  ['stopped', /replied STOP/],
  ['unreachable', /can’t reach/],
] as const)('a number in the state %s shows what to do', async (state, text) => {
  answerWatchCalls(network, {
    ...watchFixture,
    phone: { number: fixtureMobile, state },
    settings: { ...settings, sms: true },
  });
  renderDashboardTab('reminders');
  expect(await (await part('How we reach you')).findByText(text)).toBeVisible();
});

test('the next reminders are listed, the channels of one reminder in a line', async () => {
  answerWatchCalls(network);
  const { user } = renderDashboardTab('reminders');
  const next = await part('Next reminders');
  expect(next.getAllByRole('listitem')[0]).toHaveTextContent(
    '26 November 2026Tax, due 3 December 20267 days before · E-mail, Text',
  );
  await user.click(next.getByRole('button', { name: 'Show all 5' }));
  expect(next.getAllByRole('listitem')).toHaveLength(5);
  expect(next.getAllByRole('listitem')[4]).toHaveFocus();
});

test('unsubscribing from reminders leaves alerts on; the two are shown apart, and each can be resumed', async () => {
  const mailTo = { address: 'driver@example.com', stopped: false, optedOutStreams: ['alert' as const], refused: false };
  answerWatchCalls(network, { ...watchFixture, mailTo });
  network.answer('PATCH /api/watch', savedWatchAnswer({ ...watchFixture, mailTo: { ...mailTo, optedOutStreams: [] } }));
  const { user } = renderDashboardTab('reminders');
  const channels = await part('How we reach you');
  expect(channels.getByRole('switch', { name: 'Email' })).toBeChecked();
  expect(channels.getByText(/unsubscribed from alerts, so they are not sent by e-mail/)).toBeVisible();
  await user.click(channels.getByRole('button', { name: 'Send alerts by e-mail again' }));
  expect(await channels.findByText('To driver@example.com')).toBeVisible();
  expect(channels.queryByText(/unsubscribed/)).toBeNull();
  expect(sent()).toEqual([['/api/watch', { subscribe: ['alert'] }]]);
});

test.each([
  [
    { stopped: true, optedOutStreams: ['reminder' as const], refused: false },
    /unsubscribed from reminders.*Alerts are still sent/s,
  ],
  [{ stopped: false, optedOutStreams: [], refused: true }, /came back or were reported as spam/],
])('an address that gets no reminders shows the switch as off: %j', async (mailTo, text) => {
  answerWatchCalls(network, { ...watchFixture, mailTo: { address: 'driver@example.com', ...mailTo } });
  renderDashboardTab('reminders');
  await part('How we reach you');
  const region = screen.getByRole('region', { name: 'How we reach you' });
  expect(within(region).getByRole('switch', { name: 'Email' })).not.toBeChecked();
  expect(region).toHaveTextContent(text);
});

test('while the registers are read for a new car, that is shown instead of an empty plan', async () => {
  const dueDates = watchFixture.dueDates.map((due) =>
    due.kind === 'mot' ? { ...due, on: null, why: 'not-read' as const } : due,
  );
  answerWatchCalls(network, { ...watchFixture, dueDates, upcoming: [] });
  renderDashboardTab('reminders');
  expect(await (await part('Next reminders')).findByText(/^We are getting the tax and MOT dates/)).toBeVisible();
  expect(screen.queryByText(/^No reminders planned/)).toBeNull();
});

test('an empty plan shows what is missing for reminders', async () => {
  answerWatchCalls(network, { ...watchFixture, upcoming: [] });
  renderDashboardTab('reminders');
  expect(await (await part('Next reminders')).findByText(/^No reminders planned/)).toBeVisible();
});

test('a date is entered, corrected and removed', async () => {
  answerWatchCalls(network);
  const given = { kind: 'insurance', on: '2027-02-01', source: 'member', readAt: null, why: null } as const;
  const dueDates = watchFixture.dueDates.map((due) => (due.kind === 'insurance' ? given : due));
  network.answer(
    'PUT /api/watch/due-dates/insurance',
    { body: { outcome: 'out-of-range' } },
    savedWatchAnswer({ ...watchFixture, dueDates }),
    savedWatchAnswer(watchFixture),
  );
  const { user } = renderDashboardTab('reminders');
  const dates = await part('Your own dates');
  const field = dates.getByLabelText('Insurance runs out on');
  const save = dates.getByRole('button', { name: 'Save date of insurance' });
  await user.click(save);
  expect(dates.getByText('Enter a date')).toBeVisible();
  await user.type(field, '2026-11-19');
  await user.click(save);
  expect(dates.getByText('Enter a date from yesterday to two years ahead')).toBeVisible();
  expect(field).toHaveFocus();
  expect(sent()).toEqual([]);
  await user.clear(field);
  await user.type(field, '2027-02-01');
  await user.click(save);
  expect(await dates.findByText('Enter a date from yesterday to two years ahead')).toBeVisible();
  await user.click(save);
  expect(await dates.findByText('Saved: 1 February 2027.')).toBeVisible();
  await expectAccessible();
  await user.click(dates.getByRole('button', { name: 'Remove date of insurance' }));
  expect(await dates.findByText('Removed. We no longer remind you of it.')).toBeVisible();
  expect(field).toHaveValue('');
  expect(sent().map(([, body]) => body)).toEqual([{ on: '2027-02-01' }, { on: '2027-02-01' }, { on: null }]);
});

test('quiet hours are changed', async () => {
  answerWatchCalls(network);
  patches({ quiet: { from: 22, until: 7 } });
  const { user } = renderDashboardTab('reminders');
  const quiet = await part('Quiet hours');
  expect(quiet.getByText(/^We send no reminders and no texts from 21:00 to 08:00 UK time/)).toBeVisible();
  await user.selectOptions(quiet.getByLabelText('From'), '22:00');
  await user.selectOptions(quiet.getByLabelText('Until'), '07:00');
  await user.click(quiet.getByRole('button', { name: 'Save hours' }));
  expect(await quiet.findByText(/^We send no reminders and no texts from 22:00 to 07:00 UK time/)).toBeVisible();
  expect(sent()).toEqual([['/api/watch', { quiet: { from: 22, until: 7 } }]]);
});

test('messages are paused until a day, and the pause is ended; the button that replaces the other has the focus', async () => {
  answerWatchCalls(network);
  patches({ pause: { until: '2026-12-24' } }, { pause: null });
  const { user } = renderDashboardTab('reminders');
  const pause = await part('Pause');
  await user.type(pause.getByLabelText('Start again on (optional)'), '2026-11-21');
  await user.click(pause.getByRole('button', { name: 'Pause messages' }));
  expect(pause.getByText('Enter a day from tomorrow to two years ahead, or leave it blank')).toBeVisible();
  await user.clear(pause.getByLabelText('Start again on (optional)'));
  await user.type(pause.getByLabelText('Start again on (optional)'), '2026-12-24');
  await user.click(pause.getByRole('button', { name: 'Pause messages' }));
  expect(await pause.findByText('Nothing is sent before 24 December 2026.')).toBeVisible();
  expect(pause.getByRole('button', { name: 'End the pause' })).toHaveFocus();
  expect(await (await part('Next reminders')).findByText('Paused: we send no reminders.')).toBeVisible();
  await user.click(pause.getByRole('button', { name: 'End the pause' }));
  expect(await pause.findByRole('button', { name: 'Pause messages' })).toHaveFocus();
  expect(sent().map(([, body]) => body)).toEqual([{ pause: { until: '2026-12-24' } }, { pause: null }]);
});
