import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { StaffPasswordPage } from './password.page.tsx';

const network = installFakeNetwork();
const ask = 'POST /api/admin/password-link';
const set = 'POST /api/admin/password';
const good = 'a lantern under the sea';

const open = (token = '') =>
  renderPage(<StaffPasswordPage />, { path: `/admin/password${token && `?token=${token}`}` });
const save = async (user: ReturnType<typeof open>['user'], password = good) => {
  await user.type(screen.getByLabelText('New password'), password);
  await user.click(screen.getByRole('button', { name: 'Save the password' }));
};
const locked = (code: string, title: string) => ({
  status: 429,
  body: { type: 'x', code, title, status: 429, requestId: 'r-1' },
});

test('requests a link, with the same message for every address', async () => {
  network.answer(ask, { body: { outcome: 'sent' } });
  const { user } = open();
  const field = screen.getByLabelText('E-mail address');
  await user.type(field, 'nobody{Enter}');
  expect(field).toHaveAccessibleDescription(/Please enter a valid email address/);
  expect(network.calls).toEqual([]);
  await user.clear(field);
  await user.type(field, ' Admin@Example.com {Enter}');
  expect(await screen.findByRole('status')).toHaveTextContent('If admin@example.com belongs to an administrator');
  expect(network.calls.at(-1)?.body).toEqual({ email: 'admin@example.com' });
});

test('shows when too many links were requested, and keeps the address', async () => {
  const title = 'Too many e-mails. Try again later.';
  network.answer(ask, locked('sign-in-mails-exceeded', title));
  const { user } = open();
  await user.type(screen.getByLabelText('E-mail address'), 'admin@example.com{Enter}');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The link wasn’t sent');
  expect(alert).toHaveTextContent(title);
  expect(screen.getByLabelText('E-mail address')).toHaveValue('admin@example.com');
});

test('a short password is not sent, and one that the service finds weak shows an error at its field', async () => {
  network.answer(set, { body: { outcome: 'weak', message: 'It has your address in it.' } });
  const { user } = open('abc');
  await save(user, 'short');
  expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(/at least 12 characters/);
  expect(network.calls).toEqual([]);
  await user.clear(screen.getByLabelText('New password'));
  await save(user);
  expect(await screen.findByText('It has your address in it.')).toBeInTheDocument();
  expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(/It has your address in it/);
});

test('saves the password with the link’s token, and leads to the sign-in', async () => {
  network.answer(set, { body: { outcome: 'saved' } });
  const { user } = open('abc');
  await save(user);
  expect(await screen.findByRole('heading', { name: 'Your password is saved' })).toBeInTheDocument();
  expect(network.calls.at(-1)?.body).toEqual({ token: 'abc', password: good });
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/admin/signin');
});

test.each([
  ['expired', 'This link has expired'],
  ['used', 'This link has been used'],
])('%s: shows it, and requests another link', async (outcome, title) => {
  network.answer(set, { body: { outcome } });
  const { user } = open('abc');
  await save(user);
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  expect(screen.queryByLabelText('New password')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Ask for another link' }));
  expect(screen.getByLabelText('E-mail address')).toBeInTheDocument();
});

test('shows when there were too many attempts, and keeps the password for a retry', async () => {
  const title = 'Too many sign-in attempts. Please wait a few minutes before trying again.';
  network.answer(set, locked('sign-in-attempts-exceeded', title));
  const { user } = open('abc');
  await save(user);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The password wasn’t saved');
  expect(alert).toHaveTextContent(title);
  expect(screen.getByLabelText('New password')).toHaveValue(good);
});
