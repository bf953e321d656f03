import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { UnsentMail } from '@ve/contracts/http/operations/admin-mails';
import { renderPage, signedInSession, staffSession } from '@ve/mfe-kit/testing';
import { type FakeRequestOutcome, installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { singleListPageOf } from '../testing/single-page-of.ts';
import { UnsentMailsPage } from './mails.page.tsx';

const network = installFakeNetwork();
const userId = '00000000-0000-4000-8000-000000000001';
const mail: UnsentMail = {
  id: '00000000-0000-4000-8000-000000000400',
  template: 'sign-in-link',
  recipient: 'dana@example.com',
  userId,
  writtenAt: '2026-11-01T10:00:00.000Z',
  endedAt: '2026-11-01T10:05:00.000Z',
  why: 'refused 550',
};
const support: UnsentMail = {
  ...mail,
  id: userId,
  template: 'contact-message',
  recipient: null,
  userId: null,
  why: 'timeout',
};
const path = `POST /api/admin/mails/${mail.id}/send`;

const open = (search: string, ...replies: FakeRequestOutcome[]) => {
  network.answer(`GET /api/admin/mails?state=${search || 'failed'}`, ...replies);
  const query = search === '' ? '' : `?state=${search}`;
  return renderPage(<UnsentMailsPage />, { session: staffSession, queries: true, path: `/admin/mails${query}` });
};
const ask = async (user: ReturnType<typeof open>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Send again: Sign in link to dana@example.com' }));
  return within(screen.getByRole('dialog', { name: 'Send this e-mail again?' }));
};

test('shows the mails that failed, with recipient and reason, as text', async () => {
  const { container } = open('', { body: singleListPageOf([mail, support]) });
  const [, first, second] = within(await screen.findByRole('table', { name: 'E-mails' })).getAllByRole('row');
  expect(first).toHaveTextContent(/Sign in linkdana@example\.comRefused by the mail server \(550\)/);
  expect(second).toHaveTextContent(/Contact messageOur supportThe mail server didn’t answer in time/);
  expect(screen.getByRole('link', { name: 'dana@example.com' })).toHaveAttribute('href', `/admin/support/${userId}`);
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations).toEqual([]);
});

test('shows only the mails of the newsletter in the URL, in every state, and leads to all', async () => {
  const newsletter = '00000000-0000-4000-8000-000000000500';
  for (const state of ['failed', 'waiting']) {
    const rows = state === 'failed' ? [{ ...mail, template: 'newsletter' }] : [];
    network.answer(`GET /api/admin/mails?state=${state}&newsletter=${newsletter}`, { body: singleListPageOf(rows) });
  }
  const { user } = renderPage(<UnsentMailsPage />, {
    session: staffSession,
    queries: true,
    path: `/admin/mails?newsletter=${newsletter}`,
  });
  expect(await screen.findByRole('table', { name: 'E-mails' })).toHaveTextContent('Newsletter');
  expect(screen.getByText(/Only e-mails of one newsletter are shown/)).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Waiting' }));
  expect(await screen.findByRole('heading', { name: 'No waiting e-mails' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Show all unsent e-mails' })).toHaveAttribute(
    'href',
    '/admin/mails?state=waiting',
  );
});

test('sends a mail again for a reason', async () => {
  const { user } = open('', { body: singleListPageOf([mail]) }, { body: singleListPageOf([]) });
  network.answer(path, { body: { outcome: 'queued' } });
  const dialog = await ask(user);
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The mailbox is back{Enter}');
  expect(await screen.findByText('Sending the e-mail again')).toBeInTheDocument();
  expect(network.calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'The mailbox is back' });
  expect(await screen.findByRole('heading', { name: 'No failed e-mails' })).toBeInTheDocument();
});

test.each([
  ['sent', 'The e-mail has since been sent. Nothing was changed.'],
  ['waiting', 'The e-mail is already waiting to be sent. Nothing was changed.'],
])('explains the outcome %s', async (outcome, words) => {
  const { user } = open('', { body: singleListPageOf([mail]) });
  network.answer(path, { body: { outcome } });
  const dialog = await ask(user);
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The mailbox is back{Enter}');
  expect(await screen.findByText(words)).toBeInTheDocument();
});

test('lists pending and skipped mails separately; skipped ones stay so', async () => {
  const { user, address } = open('', { body: singleListPageOf([mail]) });
  network.answer('GET /api/admin/mails?state=skipped', {
    body: singleListPageOf([{ ...mail, why: 'stream-stopped' }]),
  });
  await screen.findByRole('table');
  await user.click(screen.getByRole('tab', { name: 'Skipped' }));
  expect(address()).toBe('/admin/mails?state=skipped');
  expect(await screen.findByText('They don’t want e-mails of this kind')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
});

test('lists the text messages that failed, with recipient and reason, and retries one for a reason', async () => {
  const { user, address } = open('', { body: singleListPageOf([mail]) });
  const { id, writtenAt } = mail;
  const text = { id, writtenAt, userId, template: 'alert', recipient: '+447700900123', failedAt: writtenAt };
  network.answer('GET /api/admin/texts', {
    body: singleListPageOf([
      { ...text, why: 'unreachable 30003' },
      { ...text, id: userId, userId: null, why: 'refused' },
    ]),
  });
  await user.click(await screen.findByRole('tab', { name: 'Failed texts' }));
  expect(address()).toBe('/admin/mails?state=texts');
  const [, first, second] = within(await screen.findByRole('table', { name: 'Failed texts' })).getAllByRole('row');
  expect(first).toHaveTextContent(/Alert07700 900123Unreachable 30003/);
  expect(screen.getByRole('link', { name: '07700 900123' })).toHaveAttribute('href', `/admin/support/${userId}`);
  expect(within(second!).queryByRole('link')).toBeNull();
  network.answer(`POST /api/admin/texts/${id}/send`, { body: { outcome: 'stopped' } });
  await user.click(within(first!).getByRole('button', { name: 'Send again: Alert to 07700 900123' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Send this text again?' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Their network was down{Enter}');
  expect(await screen.findByText(/^We no longer text this number/)).toBeInTheDocument();
  expect(network.calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Their network was down' });
});

test('shows that nothing is pending, and can be read again after a failure', async () => {
  const { user } = open('waiting', 'no-answer', { body: singleListPageOf([]) });
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the e-mails');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'No waiting e-mails' })).toBeInTheDocument();
});

test('is hidden from other users', () => {
  renderPage(<UnsentMailsPage />, { session: signedInSession({ roles: ['admin'] }), queries: true });
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
  expect(network.calls).toEqual([]);
});
