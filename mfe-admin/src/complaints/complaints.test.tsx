import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage, signedIn, staff } from '@ve/mfe-kit/testing';
import { type Reply, fakeNetwork } from '@ve/mfe-kit/testing-network';
import { ComplaintsPage } from './complaints.page.tsx';

const network = fakeNetwork();
const hostile = '<img src=x onerror=alert(1)>';
const id = '00000000-0000-4000-8000-000000000300';
const written = {
  email: 'dana@example.com',
  userId: null,
  message: `${hostile}\nWhere is it?`,
  receivedAt: '2026-01-02T10:00:00.000Z',
  answerBy: '2026-01-12T10:00:00.000Z',
};
const complaint = {
  ...written,
  kind: 'complaint',
  reference: 'VE-7K3M9QXA',
  state: 'escalated',
  name: 'Dana Driver',
  registration: hostile,
  escalationAt: '2026-01-16T10:00:00.000Z',
  eraseWhenAnswered: false,
};
const dispute = {
  ...written,
  kind: 'dispute',
  id,
  registration: 'AB12CDE',
  section: 'write-off',
  datum: 'Written Off',
  value: hostile,
  source: 'UKVD',
};
const answerTo = 'POST /api/admin/complaints/VE-7K3M9QXA/answer';

const open = (...replies: Reply[]) => {
  network.answer('GET /api/admin/open-cases', ...replies);
  return renderPage(<ComplaintsPage />, { session: staff, queries: true, path: '/admin/complaints' });
};
const openWith = async (...cases: object[]) => {
  const page = open({ body: { cases, isMore: false } });
  const [first] = await screen.findAllByRole('article');
  await page.user.click(within(first!).getByText('Answer', { selector: 'summary *' }));
  return { ...page, first: within(first!) };
};

test('shows unanswered cases in the order of the service, hostile text as text', async () => {
  open({ body: { cases: [{ ...complaint, userId: id }, dispute], isMore: true } });
  const [first, second] = await screen.findAllByRole('article');
  expect(first).toHaveTextContent(
    /Complaint VE-7K3M9QXA.*Answer by12\/01\/2026 10:00Escalated: not answered by16\/01\/2026 10:00.*Dana Driver, dana@example\.com.*<img src=x/,
  );
  expect(second).toHaveTextContent(/AB12 CDE: Written Off.*Overdue.*The report said.*<img src=x.*UKVD/);
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getByText(/There are more/)).toBeInTheDocument();
  expect(within(first!).getByRole('link', { name: 'dana@example.com' })).toHaveAttribute(
    'href',
    `/admin/support/${id}`,
  );
  expect(within(second!).queryByRole('link', { name: 'dana@example.com' })).toBeNull();
});

test('shows when a complaint will be escalated', async () => {
  open({ body: { cases: [{ ...complaint, state: 'received' }], isMore: false } });
  expect(await screen.findByRole('article')).toHaveTextContent(/Escalates if not answered by16/);
});

test('sends an answer, and shows that it is being sent', async () => {
  const { user, first } = await openWith(complaint);
  network.answer(answerTo, { body: { outcome: 'answered' } });
  await user.click(first.getByRole('button', { name: 'Send the answer' }));
  expect(first.getByRole('textbox')).toHaveAccessibleDescription(/Write an answer/);
  await user.type(first.getByRole('textbox'), 'We are sorry.');
  await user.click(first.getByRole('button', { name: 'Send the answer' }));
  expect(await first.findByRole('status')).toHaveTextContent('We’re sending the answer.');
  expect(network.calls.at(-1)).toMatchObject({ body: { answer: 'We are sorry.' } });
  expect(first.queryByRole('textbox')).toBeNull();
});

test('shows that another member of staff was faster', async () => {
  const { user, first } = await openWith(complaint);
  network.answer(answerTo, { body: { outcome: 'already' } });
  await user.type(first.getByRole('textbox'), 'We are sorry.');
  await user.click(first.getByRole('button', { name: 'Send the answer' }));
  expect(await first.findByRole('status')).toHaveTextContent('This was already answered. Nothing was sent.');
});

test('marks a dispute that was answered by e-mail', async () => {
  const { user, first } = await openWith(dispute);
  network.answer(`POST /api/admin/disputes/${id}/answer`, { body: { outcome: 'answered' } });
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

test('keeps the answer when it could not be sent', async () => {
  const { user, first } = await openWith(complaint);
  await user.type(first.getByRole('textbox'), 'We are sorry.');
  await user.click(first.getByRole('button', { name: 'Send the answer' }));
  expect(await first.findByRole('alert')).toHaveTextContent('The answer wasn’t sent');
  expect(first.getByRole('textbox')).toHaveValue('We are sorry.');
});

test('shows that everything is answered', async () => {
  open({ body: { cases: [], isMore: false } });
  expect(await screen.findByRole('heading', { name: 'Everything is answered' })).toBeInTheDocument();
});

test('can be read again after a failure', async () => {
  const { user } = open('no-answer', { body: { cases: [complaint], isMore: false } });
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load complaints and disputes');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('article')).toBeInTheDocument();
});

test('is hidden from other users', () => {
  renderPage(<ComplaintsPage />, { session: signedIn({ roles: ['admin'] }), queries: true });
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
  expect(network.calls).toEqual([]);
});
