import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage, staffSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork, type FakeRequestOutcome } from '@ve/mfe-kit/testing-network';
import { StaffSecurityPage } from './security.page.tsx';

const network = installFakeNetwork();
const own = 'GET /api/admin/security';
const account = { email: 'admin@example.com', factorSince: '2026-11-01T10:00:00.000Z', recoveryCodesLeft: 3 };
const next = 'a lantern under the sea';
const refusedText = /^The password or code is wrong/;
const lockedTitle = 'Too many sign-in attempts. Please wait a few minutes before trying again.';
const locked: FakeRequestOutcome = {
  status: 429,
  body: { type: 'x', code: 'sign-in-attempts-exceeded', title: lockedTitle, status: 429, requestId: 'r-1' },
};

beforeEach(() => {
  network.answer('GET /api/sessions', { body: { sessions: [] } });
});

const open = (reply: FakeRequestOutcome = { body: { account } }) => {
  network.answer(own, reply);
  return renderPage(<StaffSecurityPage />, { session: staffSession, queries: true, path: '/admin/security' });
};
type User = ReturnType<typeof open>['user'];
const part = async (name: string) => within(await screen.findByRole('region', { name }));
const prove = async (user: User, region: Awaited<ReturnType<typeof part>>, submit: string) => {
  await user.type(region.getByLabelText('Your password'), 'marmalade');
  await user.type(region.getByLabelText('Code from your authenticator app'), '123456');
  await user.click(region.getByRole('button', { name: submit }));
};
const changes = [
  ['Password', 'Save the new password', 'POST /api/admin/security/password'],
  ['Authenticator app', 'Continue', 'POST /api/admin/security/second-factor'],
  ['Recovery codes', 'Replace the codes', 'POST /api/admin/security/recovery-codes'],
] as const;

test.each(changes)('%s: shows a refused proof, and a lock-out', async (name, submit, path) => {
  network.answer(path, { body: { outcome: 'refused' } }, locked);
  const { user } = open();
  const region = await part(name);
  if (name === 'Password') await user.type(region.getByLabelText('New password'), next);
  await prove(user, region, submit);
  const refusal = await region.findByRole('alert');
  expect(refusal).toHaveTextContent('Nothing was changed');
  expect(region.getByText(refusedText)).toBeInTheDocument();
  await user.click(region.getByRole('button', { name: submit }));
  expect(await region.findByText(lockedTitle, { exact: false })).toBeInTheDocument();
  expect(region.queryByText(refusedText)).toBeNull();
});

test('a weak password shows an error at its field, by the page or by the service; a strong one is saved', async () => {
  const path = 'POST /api/admin/security/password';
  network.answer(path, { body: { outcome: 'weak', message: 'It is on a list.' } }, { body: { outcome: 'saved' } });
  const { user } = open();
  const region = await part('Password');
  const field = region.getByLabelText('New password');
  await user.type(field, 'short');
  await prove(user, region, 'Save the new password');
  expect(field).toHaveAccessibleDescription(/at least 12 characters/);
  expect(network.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await user.clear(field);
  await user.type(field, next);
  await user.click(region.getByRole('button', { name: 'Save the new password' }));
  expect(await region.findByText('It is on a list.')).toBeInTheDocument();
  await user.click(region.getByRole('button', { name: 'Save the new password' }));
  expect(await region.findByRole('status')).toHaveTextContent('Your password is changed');
  expect(network.calls.at(-1)?.body).toEqual({ password: 'marmalade', code: '123456', next });
});

test('another app is active after a code of it was entered, and its recovery codes are shown once', async () => {
  const enrolment = { uri: 'otpauth://totp/Vehicle%20Enquiry:admin%40example.com?secret=ABCDEFGH', secret: 'ABCDEFGH' };
  network.answer('POST /api/admin/security/second-factor', { body: { outcome: 'enrol', enrolment } });
  network.answer(
    'POST /api/admin/security/second-factor/confirm',
    { body: { outcome: 'refused' } },
    { body: { outcome: 'renewed', recoveryCodes: ['AAAAAA-BBBBBB'] } },
  );
  const { user } = open();
  const region = await part('Authenticator app');
  await prove(user, region, 'Continue');
  await user.type(await region.findByLabelText('Code from the new app'), '000000{Enter}');
  expect(await region.findByText(/^This code is wrong/)).toBeInTheDocument();
  await user.click(region.getByRole('button', { name: 'Use the new app' }));
  expect(await screen.findByText('AAAAAA-BBBBBB')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'I’ve saved them' }));
  expect(await screen.findByText(/^Use the new app from now on/)).toBeInTheDocument();
  expect(screen.queryByText('AAAAAA-BBBBBB')).toBeNull();
});

test('shows when it cannot be loaded, and can be retried', async () => {
  network.answer(own, { status: 503, body: {} }, { body: { account } });
  const { user } = renderPage(<StaffSecurityPage />, { session: staffSession, queries: true, path: '/admin/security' });
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load your sign-in');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/You have 3 unused codes/)).toBeInTheDocument();
});

test('a break-glass session has nothing to change', async () => {
  open({ body: { account: null } });
  expect(await screen.findByText(/machine’s break-glass session/)).toBeInTheDocument();
  expect(screen.queryByLabelText('Your password')).toBeNull();
});
