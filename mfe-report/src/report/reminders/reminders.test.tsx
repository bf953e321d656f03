import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { PhoneCodeState } from '@ve/contracts/http/membership/phone';
import type { ReportReminderSettings } from '@ve/contracts/http/monitoring/reminders';
import { renderPage, signedInSession, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { RemindersRow } from './reminders-row.tsx';

const network = installFakeNetwork();

const path = '/api/reports/AB12CDE/reminders';
const number = '+447700900123';
const watched: ReportReminderSettings = {
  state: 'watched',
  registration: 'AB12CDE',
  email: true,
  sms: false,
  phone: null,
  mailTo: { address: 'driver@example.com', stopped: false, optedOutStreams: [], refused: false },
  paused: false,
  textsPaused: false,
};
const confirmed = { number, state: 'confirmed' } as const;
const toConfirm = { number, state: 'confirm' } as const;
const until = '2026-11-22T10:10:00.000Z';
/** The service's consecutive responses about the code. */
const becomes = (...states: Partial<PhoneCodeState>[]) =>
  network.answer(
    'GET /api/me/phone/code',
    ...states.map((state) => ({ body: { phone: toConfirm, code: 'none', until: null, nextCodeAt: null, ...state } })),
  );

const show = (session = signedInSession()) =>
  renderPage(<RemindersRow registration="AB12CDE" />, { session, queries: true, path: '/report' });
const reads = (body: Partial<ReportReminderSettings> = {}) =>
  network.answer(`GET ${path}`, { body: { ...watched, ...body } });
const sets = (...changes: Partial<ReportReminderSettings>[]) =>
  network.answer(
    `PUT ${path}`,
    ...changes.map((change) => ({ body: { outcome: 'set', reminders: { ...watched, ...change } } })),
  );
const theSwitch = (name: string) => screen.findByRole('switch', { name });
const dialog = () => within(screen.getByRole('dialog'));
const sent = (method: string) => network.calls.filter((call) => call.method === method).map(({ body }) => body);

async function expectAccessible() {
  const { violations } = await axe.run(document.body, {
    rules: {
      'color-contrast': { enabled: false },
      region: { enabled: false },
      'page-has-heading-one': { enabled: false },
    },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
}

test('a visitor sees the offer of a membership with its price, and no request is sent', async () => {
  show(visitorSession);
  expect(screen.getByText(/28, 14 and 7 days before, the day before and the day after/)).toBeInTheDocument();
  expect(screen.getByText('50p for a 24-hour trial, then £8.90 a month until you cancel.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Set reminders with a membership' })).toHaveAttribute(
    'href',
    '/signup?reg=AB12CDE',
  );
  expect(screen.queryByRole('switch')).toBeNull();
  expect(network.calls).toEqual([]);
  await expectAccessible();
});

test.each([
  ['of another car', { state: 'car-changed', registration: 'XY34FGH' }, /watches XY34 FGH/, '/dashboard'],
  ['that has lapsed', { state: 'lapsed' }, /has ended, so no reminders are sent/, '/my-account'],
  ['that never was', { state: 'never', registration: null }, /We remind members/, '/signup?reg=AB12CDE'],
] as const)('a membership %s has no switch here, and shows why', async (_, body, text, href) => {
  reads(body);
  show();
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getByRole('link')).toHaveAttribute('href', href);
  expect(screen.queryByRole('switch')).toBeNull();
  await expectAccessible();
});

test('a member with an unpaid charge sees that texts are paused, and where to pay', async () => {
  reads({ textsPaused: true });
  show();
  expect(await screen.findByText(/Reminders by e-mail continue; texts are paused/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See why and pay' })).toHaveAttribute('href', '/my-account?fix=card');
  expect(screen.getAllByRole('switch')).not.toEqual([]);
});

test('nothing is shown before the session is known, and it can be retried when that fails', () => {
  const { unmount } = show({ status: 'loading', user: null });
  expect(screen.getByRole('status')).toHaveTextContent('Loading your reminders');
  unmount();
  show({ status: 'error', user: null });
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('switches that cannot be read show an error with a retry', async () => {
  network.answer(`GET ${path}`, { status: 503 }, { body: watched });
  const { user } = show();
  expect(await screen.findByText('We couldn’t load your reminders')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await theSwitch('Email')).toBeChecked();
});

test('Email is on and SMS off; a switch shows the requested state while it is saved, and then the stored one', async () => {
  reads();
  let answer: (reply: { body: unknown }) => void = () => undefined;
  network.answer(
    `PUT ${path}`,
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const { user } = show();
  const email = await theSwitch('Email');
  expect(email).toBeChecked();
  expect(email).toHaveAccessibleDescription('To driver@example.com');
  expect(await theSwitch('SMS')).not.toBeChecked();
  await expectAccessible();

  await user.click(email);
  expect(email).not.toBeChecked();
  expect(screen.getByText('Saving…')).toBeInTheDocument();
  await user.click(email);
  expect(sent('PUT')).toEqual([{ email: false }]);
  answer({ body: { outcome: 'set', reminders: { ...watched, email: false } } });
  await waitFor(() => expect(screen.queryByText('Saving…')).toBeNull());
  expect(email).not.toBeChecked();
});

test('a switch that was not saved is rolled back, with an error', async () => {
  reads();
  network.answer(`PUT ${path}`, { status: 503 });
  const { user } = show();
  await user.click(await theSwitch('Email'));
  expect(await screen.findByRole('alert')).toHaveTextContent('That was not saved');
  expect(await theSwitch('Email')).toBeChecked();
});

test('the switch of an unsubscribed address shows it; turning it on subscribes the address again', async () => {
  reads({ mailTo: { address: 'driver@example.com', stopped: true, optedOutStreams: ['reminder'], refused: false } });
  sets({});
  const { user } = show();
  const email = await theSwitch('Email');
  expect(email).not.toBeChecked();
  expect(email).toHaveAccessibleDescription(/driver@example.com unsubscribed/);
  await user.click(email);
  await waitFor(() => expect(email).toHaveAccessibleDescription('To driver@example.com'));
  expect(sent('PUT')).toEqual([{ email: true }]);
});

test('a membership that ended in the meantime is shown as ended', async () => {
  network.answer(`GET ${path}`, { body: watched }, { body: { ...watched, state: 'lapsed' } });
  network.answer(`PUT ${path}`, { body: { outcome: 'not-member' } });
  const { user } = show();
  await user.click(await theSwitch('Email'));
  expect(await screen.findByText(/has ended, so no reminders are sent/)).toBeVisible();
});

test('a stored number needs no dialog; one that the service no longer has needs it', async () => {
  reads({ phone: confirmed });
  network.answer(`PUT ${path}`, { body: { outcome: 'phone-needed' } });
  const { user } = show();
  expect(await theSwitch('SMS')).toHaveAccessibleDescription('To 07700 900123');
  await user.click(await theSwitch('SMS'));
  expect(await screen.findByRole('dialog', { name: 'Enter Phone Number' })).toBeVisible();
});

test('SMS without a number opens the dialog, is turned on, and requests the code of the number', async () => {
  reads();
  sets({ sms: true, phone: toConfirm });
  network.answer('PUT /api/me/phone', { body: { outcome: 'saved', phone: toConfirm } });
  network.answer('POST /api/me/phone/code', { body: { outcome: 'sent' } });
  becomes({ code: 'sent', until });
  network.answer(
    'POST /api/me/phone/confirm',
    { body: { outcome: 'wrong', triesLeft: 1 } },
    { body: { outcome: 'confirmed', phone: confirmed } },
  );
  const { user } = show();
  await user.click(await theSwitch('SMS'));
  expect(await screen.findByRole('dialog', { name: 'Enter Phone Number' })).toBeVisible();
  await expectAccessible();
  for (const [typed, problem] of [
    ['   ', 'Phone number required: Please enter a valid phone number.'],
    ['020 7946 0018', /^That is not a UK mobile number/],
  ] as const) {
    await user.clear(dialog().getByRole('textbox'));
    await user.type(dialog().getByRole('textbox'), typed);
    await user.click(dialog().getByRole('button', { name: 'Save number' }));
    expect(dialog().getByText(problem)).toBeVisible();
    expect(dialog().getByRole('textbox')).toHaveFocus();
  }
  expect(sent('PUT')).toEqual([]);

  await user.clear(dialog().getByRole('textbox'));
  await user.type(dialog().getByRole('textbox'), '07700 900 123');
  await user.click(dialog().getByRole('button', { name: 'Save number' }));
  expect(await dialog().findByText('The code is on its way. It works for ten minutes.')).toBeVisible();
  expect(sent('PUT')).toEqual([{ phone: number }, { sms: true }]);
  const code = dialog().getByRole('textbox', { name: 'Six-digit code' });
  expect(code).toHaveFocus();
  await expectAccessible();
  await user.type(code, '12{Enter}');
  expect(dialog().getByText('Enter the six digits of the text.')).toBeVisible();
  await user.type(code, '3 456{Enter}');
  expect(await dialog().findByText('That is not the code. You have 1 more try.')).toBeVisible();
  await user.clear(code);
  await user.type(code, '654321{Enter}');
  expect(await dialog().findByText(/^We text 07700 900123/)).toBeVisible();
  expect(sent('POST')).toEqual([null, { code: '123456' }, { code: '654321' }]);
  await user.click(dialog().getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await theSwitch('SMS')).toBeChecked();
  expect(screen.queryByText('Confirm your number')).toBeNull();
});

test('until the code is confirmed the row shows it, and opens the dialog at that step', async () => {
  reads({ sms: true, phone: toConfirm });
  const nextCodeAt = '2026-11-23T09:00:00.000Z';
  network.answer('POST /api/me/phone/code', { body: { outcome: 'too-many', nextCodeAt } });
  becomes({});
  const { user } = show();
  expect(await screen.findByText('Confirm your number')).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Confirm number' }));
  await user.click(await screen.findByRole('button', { name: 'Text me a code' }));
  expect(
    await dialog().findByText(
      'We can send no more codes for now. Ask for the next on 23 November 2026 at 09:00 UK time.',
    ),
  ).toBeVisible();
  // There is no open code, and none can be requested.
  expect(dialog().queryByRole('textbox')).toBeNull();
  expect(dialog().queryByRole('button', { name: /code|Confirm/ })).toBeNull();
  await user.click(dialog().getByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an open code can be entered when the dialog opens again; an expired one is refused', async () => {
  reads({ sms: true, phone: toConfirm });
  becomes({ code: 'delivered', until });
  network.answer('POST /api/me/phone/confirm', { body: { outcome: 'expired' } });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Confirm number' }));
  expect(await dialog().findByText(/^The code has arrived. It works until 22 November 2026/)).toBeVisible();
  await user.type(dialog().getByRole('textbox'), '111111{Enter}');
  expect(await dialog().findByText('This code no longer works. Ask for another.')).toBeVisible();
});

test('a number that the network refuses is shown in the dialog, and in the row', async () => {
  reads({ sms: true, phone: toConfirm });
  becomes({}, { code: 'waiting', until }, { code: 'failed', until, phone: { number, state: 'unreachable' } });
  network.answer('POST /api/me/phone/code', { body: { outcome: 'sent' } });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Confirm number' }));
  await user.click(await screen.findByRole('button', { name: 'Text me a code' }));
  expect(await dialog().findByText('We are texting the code.')).toBeVisible();
  // Shown after the next poll.
  const refused = await dialog().findByText(/can’t reach this number. Use another/, {}, { timeout: 10_000 });
  expect(refused).toBeVisible();
  expect(dialog().queryByRole('textbox')).toBeNull();
  await user.click(dialog().getByRole('button', { name: 'Not now' }));
  expect(await screen.findByText(/^The network can’t reach 07700 900123/)).toBeVisible();
});

test('a text that the network refuses is shown as such, and another can be requested', async () => {
  reads({ sms: true, phone: toConfirm });
  becomes({ code: 'failed', until });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Confirm number' }));
  expect(await dialog().findByText(/^The network did not accept the text/)).toBeVisible();
  expect(dialog().queryByRole('textbox')).toBeNull();
  expect(dialog().getByRole('button', { name: 'Text me a code' })).toBeEnabled();
});

test.each([
  ['paused', /We can send no more texts today/],
  ['stopped', /replied STOP/],
  ['unreachable', /can’t reach this number. Use another/],
  ['no-phone', /Enter it again/],
  ['not-member', /Texts are for members/],
] as const)('a code that is not sent, %s: the reason is shown', async (outcome, text) => {
  reads({ sms: true, phone: toConfirm });
  becomes({});
  network.answer('POST /api/me/phone/code', { body: { outcome } });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Confirm number' }));
  await user.click(await screen.findByRole('button', { name: 'Text me a code' }));
  expect(await dialog().findByText(text)).toBeVisible();
  await user.click(dialog().getByRole('button', { name: 'Use another number' }));
  expect(dialog().getByRole('textbox', { name: 'Mobile number' })).toHaveFocus();
});

test.each([
  ['stopped', /replied STOP, so we text nothing to it/],
  ['unreachable', /can’t reach/],
] as const)('a number that is %s is shown as such, and can be changed', async (state, text) => {
  reads({ sms: true, phone: { number, state } });
  const { user } = show();
  expect(await screen.findByText(text)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change number' }));
  expect(await screen.findByRole('dialog', { name: 'Enter Phone Number' })).toBeVisible();
});

test.each([
  ['a session that has ended', { status: 401 }, 'Authentication requiredPlease sign in to save your phone number.'],
  ['a failure', { status: 503 }, 'Error saving phone number'],
  ['no answer', 'no-answer', 'Error saving phone number'],
  ['an account that bought nothing', { body: { outcome: 'no-customer' } }, 'This account has bought nothing yet'],
] as const)('saving the number, %s: the error is shown and the switch stays off', async (_, reply, text) => {
  reads();
  network.answer('PUT /api/me/phone', reply);
  const { user } = show();
  await user.click(await theSwitch('SMS'));
  await user.type(await screen.findByRole('textbox', { name: 'Mobile number' }), '07700900123{Enter}');
  expect(await dialog().findByRole('alert')).toHaveTextContent(text);
  expect(sent('POST')).toEqual([]);
  await user.click(dialog().getByRole('button', { name: 'Not now' }));
  expect(await theSwitch('SMS')).not.toBeChecked();
  expect(await theSwitch('SMS')).toHaveFocus();
});
