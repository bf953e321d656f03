import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage, signedInSession, staffSession } from '@ve/mfe-kit/testing';
import { type FakeRequestOutcome, installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { singleListPageOf } from '../testing/single-page-of.ts';
import { AuditLogPage } from './audit.page.tsx';

const network = installFakeNetwork();
const hostile = '<img src=x onerror=alert(1)>';
const entry = {
  id: '00000000-0000-4000-8000-000000000200',
  at: '2026-11-01T10:00:00.000Z',
  actor: 'sam.staff@example.com',
  action: 'role.added',
  subject: 'user-1',
  details: [
    { name: 'reason', value: hostile },
    { name: 'role', value: 'admin' },
  ],
};

const open = (search: string, ...replies: FakeRequestOutcome[]) => {
  network.answer(`POST /api/admin/audit-entries/search${search}`, ...replies);
  return renderPage(<AuditLogPage />, { session: staffSession, queries: true, path: `/admin/audit${search}` });
};

test('shows who did what, with details as text, and explains what is recorded', async () => {
  open('', { body: singleListPageOf([entry]) });
  const row = within(await screen.findByRole('table', { name: 'Audit log' })).getAllByRole('row')[1]!;
  expect(row).toHaveTextContent(/sam\.staff@example\.comrole\.addeduser-1reason.*<img src=x onerror.*role.*admin/);
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getByText(/Every change made by staff or a command/)).toBeInTheDocument();
  expect(screen.getByText(/Reading this log isn’t recorded/)).toBeInTheDocument();
});

test('filters from the fields and from a row, and keeps addresses out of URLs', async () => {
  const { user, address } = open('?action=role.added', { body: singleListPageOf([entry]) });
  expect(screen.getByRole('searchbox', { name: 'What' })).toHaveValue('role.added');
  const all = { body: singleListPageOf([entry]) };
  network.answer('POST /api/admin/audit-entries/search?action=role.added&from=2026-11-01', all);
  network.answer('POST /api/admin/audit-entries/search?subject=user-1', all);
  network.answer('POST /api/admin/audit-entries/search', all);
  await user.type(screen.getByRole('searchbox', { name: 'Who' }), 'sam@example.com');
  await user.type(screen.getByLabelText('From'), '2026-11-01');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  expect(address()).toBe('/admin/audit?action=role.added&from=2026-11-01');
  expect(network.calls.at(-1)?.body).toEqual({ actor: 'sam@example.com' });
  await user.click(await screen.findByRole('link', { name: 'sam.staff@example.com' }));
  expect(address()).toBe('/admin/audit');
  expect(network.calls.at(-1)?.body).toEqual({ actor: 'sam.staff@example.com' });
  expect(screen.getByRole('searchbox', { name: 'Who' })).toHaveValue('sam.staff@example.com');
  await user.click(await screen.findByRole('link', { name: 'user-1' }));
  expect(address()).toBe('/admin/audit?subject=user-1');
  expect(screen.getByRole('searchbox', { name: 'Subject' })).toHaveValue('user-1');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(address()).toBe('/admin/audit');
  expect(network.calls.map(({ path }) => path)).toContain('/api/admin/audit-entries/search?subject=user-1');
});

test('shows what is wrong with a filter, and sends no request with it', async () => {
  const { user } = open('', { body: singleListPageOf([entry]) });
  await screen.findByRole('table');
  await user.type(screen.getByRole('searchbox', { name: 'Who' }), 'a'.repeat(256));
  await user.type(screen.getByRole('searchbox', { name: 'What' }), 'roles');
  await user.type(screen.getByRole('searchbox', { name: 'Subject' }), 'dana@example.com');
  await user.keyboard('{Enter}');
  expect(screen.getByRole('searchbox', { name: 'Who' })).toHaveAccessibleDescription(/characters or fewer/);
  expect(screen.getByRole('searchbox', { name: 'What' })).toHaveAccessibleDescription(/Enter two words with a dot/);
  expect(screen.getByRole('searchbox', { name: 'Subject' })).toHaveAccessibleDescription(/Enter an id or a reference/);
  expect(network.calls).toHaveLength(1);
});

test('says that a filter of the URL is not valid', async () => {
  network.answer('POST /api/admin/audit-entries/search', { body: singleListPageOf([entry]) });
  renderPage(<AuditLogPage />, { session: staffSession, queries: true, path: '/admin/audit?action=roles' });
  expect(await screen.findByText(/A filter isn’t valid/)).toBeInTheDocument();
  expect(screen.getByRole('searchbox', { name: 'What' })).toHaveAccessibleDescription(/Enter two words with a dot/);
  expect(await screen.findByRole('table')).toBeInTheDocument();
});

test('shows that the log is empty', async () => {
  open('?action=role.removed', { body: singleListPageOf([]) });
  expect(await screen.findByRole('heading', { name: 'No entries' })).toBeInTheDocument();
});

test('can be read again after a failure', async () => {
  const { user } = open('', 'no-answer', { body: singleListPageOf([entry]) });
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the audit log');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('table')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('keeps the current page while another cannot be read', async () => {
  const { user } = open('', { body: singleListPageOf([entry]) });
  await user.click(await screen.findByRole('link', { name: 'role.added' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the audit log');
  expect(screen.getByRole('table')).toBeInTheDocument();
});

test('is hidden from other users', () => {
  renderPage(<AuditLogPage />, { session: signedInSession({ roles: ['admin'] }), queries: true });
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
  expect(network.calls).toEqual([]);
});
