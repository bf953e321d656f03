import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderPage, staffSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { StaffSignInPage } from './sign-in.page.tsx';

const network = installFakeNetwork();
const first = 'POST /api/admin/sign-in';
const second = 'POST /api/admin/sign-in/code';
afterEach(() => {
  localStorage.clear();
});

const open = (possible = false) => {
  network.answer('GET /api/admin/break-glass', { body: { possible } });
  return renderPage(<StaffSignInPage />, { path: '/admin/signin', queries: true });
};
const submit = () => screen.getByRole('button', { name: 'Sign In' });
async function signIn(user: ReturnType<typeof open>['user'], password = 'marmalade bicycle') {
  await user.type(screen.getByLabelText('E-mail address'), ' admin@example.com ');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(submit());
}

test('nothing happens while a field is empty', async () => {
  const { user } = open();
  await user.type(screen.getByLabelText('E-mail address'), '  ');
  await user.type(screen.getByLabelText('Password'), 'x{Enter}');
  expect(submit()).toHaveAttribute('aria-disabled', 'true');
  expect(network.calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('shows Signing in... while busy, and sends the address trimmed', async () => {
  network.answer(first, 'silence');
  const { user } = open();
  await signIn(user);
  expect(screen.getByRole('button', { name: 'Signing in...' })).toHaveAttribute('aria-busy', 'true');
  expect(network.calls.at(-1)?.body).toEqual({ email: 'admin@example.com', password: 'marmalade bicycle' });
});

test.each([
  ['refused', 'Invalid credentials or insufficient privileges.'],
  ['not-admin', 'Access denied: Admin privileges required'],
])('%s: Login failed, with the message', async (outcome, message) => {
  network.answer(first, { body: { outcome, message } });
  const { user } = open();
  await signIn(user);
  const [alert] = await screen.findAllByRole('alert');
  expect(alert).toHaveTextContent('Login failed');
  expect(alert).toHaveTextContent(message);
});

test('a form that the service finds incomplete shows the words of the password client', async () => {
  network.answer(first, { status: 400, body: { type: 'x', code: 'request-invalid', title: 'x', status: 400 } });
  const { user } = open();
  await signIn(user);
  const [alert] = await screen.findAllByRole('alert');
  expect(alert).toHaveTextContent('You must provide either an email or phone number and a password');
});

test('leads to the dashboard with a code; a wrong one shows an error at its field', async () => {
  network.answer(first, { body: { outcome: 'code' } });
  network.answer(second, { body: { outcome: 'wrong-code' } }, { body: { outcome: 'signed-in', recoveryCodes: null } });
  const { user, address } = open();
  await signIn(user);
  await user.type(await screen.findByLabelText('Code'), '000000{Enter}');
  expect(await screen.findByText(/^This code is wrong/)).toBeInTheDocument();
  await user.clear(screen.getByLabelText('Code'));
  await user.type(screen.getByLabelText('Code'), '123456{Enter}');
  await waitFor(() => {
    expect(address()).toBe('/admin');
  });
  expect(network.calls.at(-1)?.body).toEqual({ code: '123456' });
});

test('enrols with a QR code and a secret to type, and shows recovery codes before the dashboard', async () => {
  const enrolment = { uri: 'otpauth://totp/Vehicle%20Enquiry:admin%40example.com?secret=ABCDEFGH', secret: 'ABCDEFGH' };
  network.answer(first, { body: { outcome: 'enrol', enrolment } });
  network.answer(second, { body: { outcome: 'signed-in', recoveryCodes: ['AAAAAA-BBBBBB', 'CCCCCC-DDDDDD'] } });
  const { user, address } = open();
  await signIn(user);
  expect(await screen.findByRole('img', { name: /^QR code/ })).toBeInTheDocument();
  expect(screen.getByText('ABCD EFGH')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Code from the app'), '123456{Enter}');
  expect(await screen.findByText('AAAAAA-BBBBBB')).toBeInTheDocument();
  expect(address()).toBe('/admin/signin');
  await user.click(screen.getByRole('button', { name: 'I’ve saved them' }));
  expect(address()).toBe('/admin');
});

test('a sign-in that has expired starts again with the password', async () => {
  network.answer(first, { body: { outcome: 'code' } });
  network.answer(second, { body: { outcome: 'ended' } });
  const { user } = open();
  await signIn(user);
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
  expect(await screen.findByText('Start again')).toBeInTheDocument();
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

test('break-glass is offered only if the service offers it, and shows its flag once it is open', async () => {
  network.answer('POST /api/admin/break-glass', { body: { outcome: 'refused' } }, { body: { outcome: 'opened' } });
  const { user, address } = open(true);
  await user.click(await screen.findByText('Break-glass access'));
  await user.type(screen.getByLabelText('Break-glass secret'), 'wrong{Enter}');
  expect(await screen.findByText('That isn’t this machine’s secret.')).toBeInTheDocument();
  expect(localStorage.getItem('admin_authenticated')).toBeNull();
  await user.type(screen.getByLabelText('Break-glass secret'), 'right{Enter}');
  await waitFor(() => {
    expect(address()).toBe('/admin');
  });
  expect(localStorage.getItem('admin_authenticated')).toBe('true');
});

test('break-glass is absent if the service does not offer it', async () => {
  open(false);
  await screen.findByRole('button', { name: 'Sign In' });
  expect(screen.queryByText('Break-glass access')).toBeNull();
});

test('a user who already has staff rights is redirected', () => {
  network.answer('GET /api/admin/break-glass', { body: { possible: false } });
  const { address } = renderPage(<StaffSignInPage />, { path: '/admin/signin', session: staffSession, queries: true });
  expect(address()).toBe('/admin');
});
