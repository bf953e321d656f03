import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage, signedInSession, staffSession } from '@ve/mfe-kit/testing';
import { type FakeRequestOutcome, installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { CasesPage } from './cases.page.tsx';

const network = installFakeNetwork();
const hostile = '<img src=x onerror=alert(1)>';
const id = '00000000-0000-4000-8000-000000000300';
const written = {
  email: 'dana@example.com',
  userId: null,
  message: `${hostile}\nWhere is it?`,
  receivedAt: '2026-01-02T10:00:00.000Z',
  dueAt: '2026-01-12T10:00:00.000Z',
  assignee: null,
  ended: null,
};
const sam = { id: '00000000-0000-4000-8000-000000000301', email: 'sam.staff@example.com' };
const alex = { id: '00000000-0000-4000-8000-000000000302', email: 'alex.admin@example.com' };
const pageOf = (...cases: object[]) => ({ body: { cases, next: null, admins: [alex, sam], me: sam.id } });
const complaint = {
  ...written,
  kind: 'complaint',
  reference: 'VE-7K3M9QXA',
  escalated: true,
  name: 'Dana Driver',
  registration: hostile,
  escalationAt: '2026-01-16T10:00:00.000Z',
  eraseWhenAnswered: false,
};
const dispute = {
  ...written,
  kind: 'dispute',
  reference: 'VE-3ACDEFGH',
  registration: 'AB12CDE',
  section: 'write-off',
  datum: 'Written Off',
  value: hostile,
  source: 'UKVD',
  readAt: '2026-01-01T09:30:00.000Z',
};
const answerTo = 'POST /api/admin/cases/VE-7K3M9QXA/answer';

const open = (replies: FakeRequestOutcome | FakeRequestOutcome[], query = '') => {
  network.answer(`GET /api/admin/cases${query}`, ...[replies].flat());
  return renderPage(<CasesPage />, { session: staffSession, queries: true, path: `/admin/cases${query}` });
};
const openWith = async (...cases: object[]) => {
  const page = open(pageOf(...cases));
  const [first] = await screen.findAllByRole('article');
  await page.user.click(within(first!).getByText('Answer or close', { selector: 'summary *' }));
  return { ...page, first: within(first!) };
};

test('shows unanswered cases in the order of the service, hostile text as text', async () => {
  open(pageOf({ ...complaint, userId: id }, dispute));
  const [first, second] = await screen.findAllByRole('article');
  expect(first).toHaveTextContent(
    /Complaint VE-7K3M9QXA.*Escalated.*Answer by12\/01\/2026 10:00.*Dana Driver, dana@example\.com.*Escalated: not answered by16\/01\/2026 10:00.*<img src=x/,
  );
  expect(second).toHaveTextContent(
    /Data dispute VE-3ACDEFGH.*Overdue.*AB12 CDE.*Written Off.*The report said.*<img src=x.*UKVD/,
  );
  expect(document.querySelector('img')).toBeNull();
  expect(within(first!).getByRole('link', { name: 'dana@example.com' })).toHaveAttribute(
    'href',
    `/admin/support/${id}`,
  );
  expect(within(second!).queryByRole('link', { name: 'dana@example.com' })).toBeNull();
});

test('shows when a complaint will be escalated', async () => {
  open(pageOf({ ...complaint, escalated: false }));
  expect(await screen.findByRole('article')).toHaveTextContent(/Escalates if not answered by16/);
});

test('sends an answer, and shows that it is being sent', async () => {
  const { user, first } = await openWith(complaint);
  network.answer(answerTo, { body: { outcome: 'done' } });
  await user.click(first.getByRole('button', { name: 'Send the answer' }));
  expect(first.getByRole('textbox')).toHaveAccessibleDescription(/Write an answer/);
  await user.type(first.getByRole('textbox'), 'We are sorry.');
  await user.click(first.getByRole('button', { name: 'Send the answer' }));
  const status = await first.findByRole('status');
  expect(status).toHaveTextContent('We’re sending the answer.');
  expect(document.activeElement).toContainElement(status);
  expect(network.calls.at(-1)).toMatchObject({ body: { answer: 'We are sorry.' } });
  expect(first.queryByRole('textbox')).toBeNull();
});

test('shows that another member of staff was faster', async () => {
  const { user, first } = await openWith(complaint);
  network.answer(answerTo, {
    body: { outcome: 'already', how: 'answered', at: '2026-01-03T10:00:00.000Z', by: alex.email },
  });
  await user.type(first.getByRole('textbox'), 'We are sorry.');
  await user.click(first.getByRole('button', { name: 'Send the answer' }));
  expect(await first.findByRole('status')).toHaveTextContent(
    'alex.admin@example.com answered this on 03/01/2026 10:00. Nothing was sent.',
  );
});

test('marks a dispute that was answered by e-mail', async () => {
  const { user, first } = await openWith(dispute);
  network.answer('POST /api/admin/cases/VE-3ACDEFGH/answer', { body: { outcome: 'done' } });
  await user.click(first.getByRole('button', { name: 'Mark as answered by e-mail' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Mark as answered?' }));
  await user.click(dialog.getByRole('button', { name: 'Mark as answered' }));
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(/Say why/);
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Answered by e-mail');
  await user.click(dialog.getByRole('button', { name: 'Mark as answered' }));
  expect(await first.findByRole('status')).toHaveTextContent('Marked as answered. No e-mail was sent.');
  expect(network.calls.at(-1)).toMatchObject({ body: { answer: null, reason: 'Answered by e-mail', erase: false } });
});

test('a complaint whose sender wants everything deleted can only be marked, after a second confirmation', async () => {
  const { user, first } = await openWith({ ...complaint, eraseWhenAnswered: true });
  expect(first.queryByRole('textbox')).toBeNull();
  network.answer(answerTo, { body: { outcome: 'erased' } });
  const calls = network.calls.length;
  await user.click(first.getByRole('button', { name: 'Mark as answered and delete' }));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(network.calls).toHaveLength(calls);
  await user.click(first.getByRole('button', { name: 'Mark as answered and delete' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete this complaint?' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Answered by e-mail');
  await user.click(dialog.getByRole('button', { name: 'Delete it' }));
  expect(await first.findByRole('status')).toHaveTextContent('Marked as answered and deleted.');
  expect(network.calls.at(-1)).toMatchObject({ body: { answer: null, reason: 'Answered by e-mail', erase: true } });
});

test('closes a case without an answer, with a reason as short as “Spam”', async () => {
  const { user, first } = await openWith(dispute);
  network.answer('POST /api/admin/cases/VE-3ACDEFGH/close', { body: { outcome: 'done' } });
  await user.click(first.getByRole('button', { name: 'Close without an answer' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Close without an answer?' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Spam');
  await user.click(dialog.getByRole('button', { name: 'Close it' }));
  expect(await first.findByText('Closed. No e-mail was sent.')).toBeInTheDocument();
  expect(network.calls.at(-1)).toMatchObject({ body: { reason: 'Spam', erase: false } });
});

test('assigns a case to the reader, and shows that another admin was faster', async () => {
  const { user, first } = await openWith(complaint);
  const to = 'POST /api/admin/cases/VE-7K3M9QXA/assignment';
  network.answer(
    to,
    { body: { outcome: 'changed', assignee: alex } },
    { body: { outcome: 'assigned', assignee: sam } },
  );
  await user.click(first.getByRole('button', { name: 'Assign to me' }));
  const faster = await first.findByText('Someone was faster: alex.admin@example.com is assigned.');
  expect(document.activeElement).toContainElement(faster);
  expect(network.calls.at(-1)).toMatchObject({ body: { from: null, to: sam.id } });
  await user.selectOptions(first.getByRole('combobox', { name: 'Assigned to' }), sam.email);
  await user.click(first.getByRole('button', { name: 'Assign' }));
  expect(await first.findByText('Assigned to sam.staff@example.com.')).toBeInTheDocument();
  expect(network.calls.at(-1)).toMatchObject({ body: { from: alex.id, to: sam.id } });
});

test('shows an application with its site as text, never as a link', async () => {
  const { email, ...rest } = written;
  open(
    pageOf({
      ...rest,
      email,
      kind: 'affiliate',
      reference: 'VE-9MNPQRTW',
      name: 'Ann',
      website: 'https://ann.example/',
      content: 'finance',
    }),
  );
  const article = await screen.findByRole('article');
  expect(article).toHaveTextContent(/Affiliate application VE-9MNPQRTW.*https:\/\/ann\.example\/.*Money/);
  expect(within(article).queryByRole('link')).toBeNull();
});

test('shows who ended the case that a link names, without a form', async () => {
  const ended = { how: 'closed', at: '2026-01-03T10:00:00.000Z', by: alex.email };
  open(pageOf({ ...complaint, ended }), '?reference=VE-7K3M9QXA');
  const article = await screen.findByRole('article');
  expect(article).toHaveTextContent('Closed without an answer by alex.admin@example.com on 03/01/2026 10:00.');
  expect(within(article).queryByRole('textbox')).toBeNull();
  expect(network.calls[0]).toMatchObject({ path: '/api/admin/cases?reference=VE-7K3M9QXA' });
});

test('leads to the next page, with the filters kept', async () => {
  network.answer('GET /api/admin/cases?kind=complaint', { body: { ...pageOf(complaint).body, next: 'abc' } });
  renderPage(<CasesPage />, { session: staffSession, queries: true, path: '/admin/cases?kind=complaint' });
  expect(await screen.findByRole('link', { name: 'Next page' })).toHaveAttribute(
    'href',
    '/admin/cases?kind=complaint&after=abc',
  );
});

test('keeps the answer when it could not be sent', async () => {
  const { user, first } = await openWith(complaint);
  await user.type(first.getByRole('textbox'), 'We are sorry.');
  await user.click(first.getByRole('button', { name: 'Send the answer' }));
  expect(await first.findByRole('alert')).toHaveTextContent('The answer wasn’t sent');
  expect(first.getByRole('textbox')).toHaveValue('We are sorry.');
});

test('shows no case for a filter that can match none, without a read, and a way back to all', async () => {
  network.answer('GET /api/admin/cases', pageOf(complaint));
  const path = '/admin/cases?reference=nonsense';
  const { user } = renderPage(<CasesPage />, { session: staffSession, queries: true, path });
  expect(await screen.findByRole('heading', { name: 'No such case' })).toBeInTheDocument();
  expect(screen.getByText(/A reference looks like VE-7K3M9QXA/)).toBeInTheDocument();
  expect(screen.getByRole('searchbox', { name: 'Reference' })).toHaveValue('nonsense');
  expect([network.calls, screen.queryByRole('article')]).toEqual([[], null]);
  await user.click(screen.getByRole('link', { name: 'Show all open cases' }));
  expect(await screen.findByRole('article')).toBeInTheDocument();
  expect(screen.getByRole('searchbox', { name: 'Reference' })).toHaveValue('');
});

test('shows that everything is answered', async () => {
  open(pageOf());
  expect(await screen.findByRole('heading', { name: 'Everything is answered' })).toBeInTheDocument();
});

test('can be read again after a failure', async () => {
  const { user } = open(['no-answer', pageOf(complaint)]);
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the cases');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('article')).toBeInTheDocument();
});

test('is hidden from other users', () => {
  renderPage(<CasesPage />, { session: signedInSession({ roles: ['admin'] }), queries: true });
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
  expect(network.calls).toEqual([]);
});

test('cuts a long message, and shows all of it when asked to', async () => {
  const { user } = open(pageOf({ ...complaint, message: 'I was charged twice. '.repeat(40) }, complaint));
  const [long, short] = await screen.findAllByRole('article');
  expect(within(short!).queryByRole('button', { name: 'Show all of it' })).toBeNull();
  const button = within(long!).getByRole('button', { name: 'Show all of it' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  expect(button).toHaveTextContent('Show less');
  expect(button).toHaveAttribute('aria-expanded', 'true');
});
