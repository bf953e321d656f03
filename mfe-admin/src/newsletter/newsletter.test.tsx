import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage, signedInSession, staffSession } from '@ve/mfe-kit/testing';
import { type FakeRequestOutcome, installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { StaffNewsletterPage } from './newsletter.page.tsx';

const network = installFakeNetwork();
const id = '00000000-0000-4000-8000-000000000400';
const hostile = '<img src=x onerror=alert(1)>';
const draft = {
  id,
  state: 'draft',
  version: 3,
  subject: hostile,
  opening: 'Hello',
  articleIds: [4],
  updatedAt: '2026-01-02T10:00:00.000Z',
  startedAt: null,
  allQueued: false,
  sentAt: null,
  mails: { waiting: 0, sent: 0, skipped: 0, failed: 0 },
};
const sent = {
  ...draft,
  id: '00000000-0000-4000-8000-000000000401',
  state: 'sent',
  subject: 'The first one',
  startedAt: '2026-01-03T10:00:00.000Z',
  allQueued: true,
  sentAt: '2026-01-03T11:00:00.000Z',
  mails: { waiting: 0, sent: 1_234, skipped: 2, failed: 1 },
};
const listing = (...issues: object[]): FakeRequestOutcome => ({ body: { issues, subscribers: 2 } });
const open = (...replies: FakeRequestOutcome[]) => {
  network.answer('GET /api/admin/newsletter-issues', ...replies);
  return renderPage(<StaffNewsletterPage />, { session: staffSession, queries: true, path: '/admin/newsletter' });
};
const path = `/api/admin/newsletter-issues/${id}`;

test('shows the newsletters with the numbers of their e-mails, hostile text as text', async () => {
  open(listing(draft, sent));
  expect(await screen.findByRole('article')).toHaveTextContent(/<img src=x.*Draft/);
  const row = screen.getByRole('row', { name: /The first one.*Sent, 1 failed.*1,234.*2/ });
  expect(within(row).getByRole('link', { name: 'See the e-mail that failed' })).toHaveAttribute(
    'href',
    `/admin/mails?newsletter=${sent.id}`,
  );
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getByText(/^2 subscribers would get a newsletter now/)).toBeInTheDocument();
});

test('shows ten sent newsletters, and the older ones when asked for', async () => {
  const ids = Array.from({ length: 13 }, (_, index) => `${String(index).padStart(8, '0')}${id.slice(8)}`);
  const { user } = open(listing(...ids.map((each) => ({ ...sent, id: each }))));
  const rows = within(await screen.findByRole('table', { name: 'Sent newsletters' })).getAllByRole('row');
  expect(rows).toHaveLength(1 + 10);
  await user.click(screen.getByText('3 older', { selector: 'summary *' }));
  expect(within(screen.getByRole('table', { name: '3 older' })).getAllByRole('row')).toHaveLength(1 + 3);
});

test('saves a new draft, and names what is missing', async () => {
  const { user } = open(listing(), listing(draft));
  expect(await screen.findByRole('heading', { name: 'No newsletters yet' })).toBeInTheDocument();
  await user.click(screen.getByText('Write a newsletter', { selector: 'summary *' }));
  await user.click(screen.getByRole('button', { name: 'Save the draft' }));
  expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveAccessibleDescription(/Write a subject/);
  const choice = screen.getByRole('group', { name: 'Articles' });
  expect(choice).toHaveAccessibleDescription(/^In the order .* Choose 1 to 10 articles$/);
  const wrong = within(choice).getByText('Choose 1 to 10 articles');
  const [firstArticle] = within(choice).getAllByRole('checkbox');
  // At its head, below the legend, as the error of any field; not in the line of one article.
  expect(wrong.compareDocumentPosition(firstArticle!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(wrong.closest('fieldset > p')).not.toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Subject' }), 'News');
  await user.type(screen.getByRole('textbox', { name: 'Opening' }), 'Hello');
  const [, second] = screen.getAllByRole('checkbox');
  await user.click(second!);
  await user.click(screen.getAllByRole('checkbox')[0]!);
  network.answer('POST /api/admin/newsletter-issues', { status: 201, body: { id } });
  await user.click(screen.getByRole('button', { name: 'Save the draft' }));
  const saved = await screen.findByText('Saved. The draft is in the list below.');
  expect(document.activeElement).toContainElement(saved);
  expect(network.calls.find(({ method }) => method === 'POST')).toMatchObject({
    body: { subject: 'News', opening: 'Hello', articleIds: [3, 1] },
  });
  expect(await screen.findByRole('article')).toBeInTheDocument();
});

test('keeps an edit that someone else was faster with', async () => {
  const { user } = open(listing(draft));
  const article = within(await screen.findByRole('article'));
  await user.click(article.getByText('Edit', { selector: 'summary *' }));
  await user.type(article.getByRole('textbox', { name: 'Opening' }), ' again');
  network.answer(`PUT ${path}`, { body: { outcome: 'stale' } });
  await user.click(article.getByRole('button', { name: 'Save the draft' }));
  expect(await article.findByText(/Someone has changed or sent it since/)).toBeInTheDocument();
  expect(article.getByRole('textbox', { name: 'Opening' })).toHaveValue('Hello again');
  expect(network.calls.at(-1)).toMatchObject({ body: { version: 3, opening: 'Hello again' } });
});

test('shows the text preview, and links to the HTML preview', async () => {
  const { user } = open(listing(draft));
  await screen.findByRole('article');
  network.answer(`POST ${path}/preview`, { body: { outcome: 'queued' } });
  network.answer(`GET ${path}/preview`, { body: { text: 'Hello <b>', failed: false } });
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('Hello <b>')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /Open the HTML preview/ })).toHaveAttribute('href', `${path}/preview.html`);
});

test('stops reading a preview whose job failed, and renders it again on request', async () => {
  const { user } = open(listing(draft));
  await screen.findByRole('article');
  network.answer(`POST ${path}/preview`, { body: { outcome: 'queued' } });
  network.answer(
    `GET ${path}/preview`,
    { body: { text: null, failed: true } },
    { body: { text: 'Hello <b>', failed: false } },
  );
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/The preview wasn’t rendered.*stopped with an error/);
  expect(screen.queryByText('Rendering…')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Render it again' }));
  expect(await screen.findByText('Hello <b>')).toBeInTheDocument();
  expect(network.calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
});

test('sends it to oneself, and says when that failed', async () => {
  const { user } = open(listing(draft));
  await screen.findByRole('article');
  await user.click(screen.getByRole('button', { name: 'Send to myself' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('It wasn’t sent to you');
  network.answer(`POST ${path}/test`, { body: { outcome: 'queued' } });
  await user.click(screen.getByRole('button', { name: 'Send to myself' }));
  expect(await screen.findByText('We’re sending it to your own address.')).toBeInTheDocument();
});

test('sends it to all after a confirmation that says to how many', async () => {
  const { user } = open(listing(draft), listing({ ...draft, state: 'sending', startedAt: sent.startedAt }));
  await screen.findByRole('article');
  const calls = network.calls.length;
  await user.click(screen.getByRole('button', { name: 'Send to all' }));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(network.calls).toHaveLength(calls);
  await user.click(screen.getByRole('button', { name: 'Send to all' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Send this newsletter?' }));
  expect(dialog.getByText(/We send it to 2 subscribers, once/)).toBeInTheDocument();
  network.answer(`POST ${path}/send`, { body: { outcome: 'sending' } });
  await user.click(dialog.getByRole('button', { name: 'Send it now' }));
  expect(await screen.findByText('Sending')).toBeInTheDocument();
  expect(document.activeElement).toContainElement(screen.getByText('We’re sending it.'));
  expect(network.calls.find(({ path: called }) => called === `${path}/send`)).toMatchObject({ body: { version: 3 } });
  expect(screen.queryByRole('button', { name: 'Send to all' })).toBeNull();
});

test('says that it was already sent', async () => {
  const { user } = open(listing(draft), listing(draft));
  await screen.findByRole('article');
  network.answer(`POST ${path}/send`, { body: { outcome: 'already' } });
  await user.click(screen.getByRole('button', { name: 'Send to all' }));
  await user.click(screen.getByRole('button', { name: 'Send it now' }));
  expect(await screen.findByText('It was already sent. Nothing was sent again.')).toBeInTheDocument();
});

test('can be read again after a failure', async () => {
  const { user } = open('no-answer', listing(draft));
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load newsletters');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('article')).toBeInTheDocument();
});

test('is hidden from other users', () => {
  renderPage(<StaffNewsletterPage />, { session: signedInSession({ roles: ['admin'] }), queries: true });
  expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
  expect(network.calls).toEqual([]);
});
