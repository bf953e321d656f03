import { afterEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type {
  ErrorGroup,
  ErrorGroupPage,
  ErrorOccurrence,
  ErrorOccurrencePage,
} from '@ve/contracts/http/operations/admin-error-logs';
import { errorLogTypes } from '@ve/contracts/http/jobs/error-logs';
import { Queries } from '@ve/mfe-kit/queries';
import { renderPage, staffSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { ErrorLogsTab } from './error-logs.tab.tsx';

const network = installFakeNetwork();
const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${String(n)}`;
const hostile = `<img src=x onerror=alert(1)> \u202e"'; drop table users; -- ${'x'.repeat(900)}`;
const list = 'GET /api/admin/error-groups?state=open';
const occurrencesOf = (n: number) => `GET /api/admin/error-groups/${idOf(n)}/occurrences`;

const group = (n: number, changes: Partial<ErrorGroup> = {}): ErrorGroup => ({
  id: idOf(n),
  type: 'React Error',
  message: `Error ${String(n)}`,
  reports: 1_234,
  firstSeen: '2026-11-01T10:00:00.000Z',
  lastSeen: '2026-11-21T12:00:00.000Z',
  releases: ['mfe-report@b2', 'mfe-report@a1'],
  solved: null,
  reopenedAt: null,
  ...changes,
});
const occurrence = (n: number, changes: Partial<ErrorOccurrence> = {}): ErrorOccurrence => ({
  id: idOf(n),
  firstSeen: '2026-11-21T11:00:00.000Z',
  lastSeen: '2026-11-21T12:00:00.000Z',
  reports: 3,
  message: 'Error 1',
  stack: 'Error: x\n    at draw (1.js:1:2)',
  sources: [],
  url: `/report/${String(n)}`,
  userAgent: 'Mozilla/5.0',
  component: 'Chart',
  sessionId: '0b9d2c1e',
  userId: idOf(9),
  additionalData: { errorName: 'TypeError', isPaymentRelated: false, componentStack: '\n    at Chart\n    at App' },
  ...changes,
});
const pageOf = <Row,>(rows: Row[], changes: Partial<Omit<ErrorGroupPage, 'rows'>> = {}) => ({
  rows,
  first: rows.length === 0 ? null : 'F',
  last: rows.length === 0 ? null : 'L',
  hasNewer: false,
  hasOlder: false,
  total: rows.length,
  isMore: false,
  ...changes,
});
const groups = (...rows: ErrorGroup[]): { body: ErrorGroupPage } => ({ body: pageOf(rows) });
const occurrences = (...rows: ErrorOccurrence[]): { body: ErrorOccurrencePage } => ({ body: pageOf(rows) });
const unavailable = {
  status: 503,
  body: { type: 'x', code: 'service-unavailable', title: 'The service isn’t available right now.', status: 503 },
};

const open = (path = '/admin?tab=errors') =>
  renderPage(<ErrorLogsTab />, { path, session: staffSession, queries: true });
const table = () => screen.findByRole('table', { name: 'Error Logs' });
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1);
const opener = (name: string) => screen.findByRole('button', { name });
const lastCall = () => network.calls.at(-1);

afterEach(() => {
  localStorage.clear();
});

describe('the list', () => {
  test('shows each error with its type, reports, first and last time, release and state', async () => {
    network.answer(
      list,
      groups(
        group(1),
        group(2, { releases: [], reopenedAt: '2026-11-21T12:00:00.000Z' }),
        group(3, { releases: ['a@1'], solved: { at: '2026-11-21T12:00:00.000Z', by: null } }),
      ),
    );
    const { container } = open();
    const [first, second, third] = await rows();
    expect(first).toHaveTextContent(
      /^Error 1React Error1,234.*01\/11\/2026.*21\/11\/2026.*mfe-report@b2and one otherOpen$/,
    );
    expect(second).toHaveTextContent(/Not reportedReopened$/);
    expect(third).toHaveTextContent(/a@1Solved$/);
    const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
    expect((await axe.run(container, { rules })).violations).toEqual([]);
  });

  test('has a badge for each type, as in the specification', async () => {
    const types = [...errorLogTypes, 'Something New'];
    network.answer(list, groups(...types.map((type, index) => group(index + 1, { type }))));
    open();
    const badges = within(await table());
    expect(types.map((type) => [type, badges.getByText(type).dataset['look']])).toEqual([
      ['JavaScript Error', 'secondary'],
      ['React Error', 'default'],
      ['Payment Error', 'destructive'],
      ['Payment Component Error', 'destructive'],
      ['Unhandled Promise Rejection', 'outline'],
      ['Something New', 'secondary'],
    ]);
  });

  test('is searched and filtered by the URL, from the first page', async () => {
    network.answer(list, groups(group(1)));
    const found = 'GET /api/admin/error-groups?search=stripe+50%25&state=all&type=Payment+Error';
    network.answer('GET /api/admin/error-groups?search=stripe+50%25&state=open', groups(group(2)));
    network.answer('GET /api/admin/error-groups?search=stripe+50%25&state=all', groups(group(2)));
    network.answer(found, groups(group(3)));
    const { user, address } = open('/admin?tab=errors&page=1');
    await rows();
    await user.type(screen.getByRole('searchbox', { name: 'Search messages' }), ' stripe 50% {Enter}');
    await opener('Error 2');
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'All');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Payment Error');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await opener('Error 3');
    expect(address()).toBe('/admin?tab=errors&search=stripe+50%25&state=all&type=Payment+Error');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await opener('Error 1');
    expect(address()).toBe('/admin?tab=errors');
    expect(screen.getByRole('searchbox', { name: 'Search messages' })).toHaveValue('');
  });

  test('ignores parameters of the URL that are not its filters', async () => {
    network.answer('GET /api/admin/error-groups?after=C&search=abc&state=solved', groups(group(1)));
    open('/admin?tab=errors&search=abc&state=solved&type=Gossip&after=C');
    await opener('Error 1');
    expect(screen.getByRole('combobox', { name: 'State' })).toHaveDisplayValue('Solved');
    expect(screen.getByRole('combobox', { name: 'Type' })).toHaveDisplayValue('All types');
  });

  test.each([
    ['ab', 'Type three characters or more'],
    ['a'.repeat(10_000), 'Type 200 characters or fewer'],
  ])('does not search for too few or too many characters', async (text, why) => {
    network.answer(list, groups(group(1)));
    const { user } = open();
    await rows();
    await user.click(screen.getByRole('searchbox'));
    await user.paste(text);
    await user.keyboard('{Enter}');
    expect(screen.getByRole('searchbox')).toHaveAccessibleDescription(expect.stringContaining(why));
    expect(network.calls).toHaveLength(1);
  });

  test.each([
    ['', list, 'No open errors'],
    ['&state=all', 'GET /api/admin/error-groups?state=all', 'No errors yet'],
    ['&state=solved', 'GET /api/admin/error-groups?state=solved', 'No errors found'],
    ['&search=abc', 'GET /api/admin/error-groups?search=abc&state=open', 'No errors found'],
  ])('that is empty under %j shows why', async (query, request, title) => {
    network.answer(request, groups());
    open(`/admin?tab=errors${query}`);
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  });

  test('that cannot be read shows the message, and loads after Retry', async () => {
    network.answer(list, unavailable, groups(group(1)));
    const { user } = open();
    const banner = await screen.findByRole('alert');
    expect(banner).toHaveTextContent('Failed to load error logs');
    expect(banner).toHaveTextContent('The service isn’t available right now.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await opener('Error 1');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is shown as loading until it is loaded', () => {
    network.answer(list, 'silence');
    open();
    expect(screen.getByText('Loading the error logs…')).toBeInTheDocument();
  });
});

describe('an error', () => {
  test('opens and closes by keyboard, is announced, and is open in the URL', async () => {
    network.answer(list, groups(group(1), group(2)));
    network.answer(occurrencesOf(1), occurrences(occurrence(1)));
    const { user, address } = open();
    const button = await opener('Error 1');
    expect(button).toHaveAttribute('aria-expanded', 'false');
    button.focus();
    await user.keyboard('{Enter}');
    expect(button).toHaveAttribute('aria-expanded', 'true');
    const detail = screen.getByRole('region', { name: 'Details of Error 1' });
    expect(button).toHaveAttribute('aria-controls', detail.id);
    expect(address()).toBe(`/admin?tab=errors&error=${idOf(1)}`);
    expect(await within(detail).findByText('/report/1')).toBeInTheDocument();
    await user.keyboard(' ');
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(detail).not.toBeInTheDocument();
    expect(address()).toBe('/admin?tab=errors');
  });

  test('requests no occurrences until it is opened', async () => {
    network.answer(list, groups(group(1)));
    open();
    await rows();
    expect(network.calls.map(({ path }) => path)).toEqual(['/api/admin/error-groups?state=open']);
  });

  test('shows all reported data, hostile text as text, and the user as a link', async () => {
    network.answer(list, groups(group(1, { message: hostile, releases: [hostile.slice(0, 30)] })));
    const results = { message: hostile, stack: hostile, url: hostile, userAgent: hostile, component: hostile };
    const additionalData = { errorName: hostile, [hostile.slice(0, 40)]: { nested: hostile }, componentStack: 'a\nb' };
    network.answer(occurrencesOf(1), occurrences(occurrence(1, { ...results, sessionId: hostile, additionalData })));
    const { container } = open(`/admin?tab=errors&error=${idOf(1)}`);
    expect(await screen.findByRole('region', { name: 'Stack' })).toHaveTextContent(/<img src=x onerror=alert\(1\)>/);
    expect(container.querySelector('img')).toBeNull();
    for (const label of ['Message', 'URL', 'User agent', 'Component', 'Session id']) {
      expect(screen.getByText(label).nextElementSibling?.textContent).toBe(hostile);
    }
    expect(screen.getByRole('region', { name: 'componentStack' })).toHaveTextContent('a b');
    expect(screen.getByRole('link', { name: 'Open the customer’s page' })).toHaveAttribute(
      'href',
      `/admin/support/${idOf(9)}`,
    );
    const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
    expect((await axe.run(container, { rules })).violations).toEqual([]);
  });

  test('shows the lines of a stack in our sources, with the commit where it is known', async () => {
    network.answer(list, groups(group(1)));
    const sources = [
      { file: 'mfe-report/src/chart.tsx', line: 11, column: 3, commit: '3f2a9c1e4b7d'.padEnd(40, '0') },
      { file: 'node_modules/react/index.js', line: 2, column: 1, commit: null },
    ];
    network.answer(occurrencesOf(1), occurrences(occurrence(1, { sources })));
    open(`/admin?tab=errors&error=${idOf(1)}`);
    expect((await screen.findByRole('region', { name: 'In our sources' })).textContent).toBe(
      'mfe-report/src/chart.tsx:11:3 in 3f2a9c1e4b7d\nnode_modules/react/index.js:2:1',
    );
    expect(screen.getByRole('region', { name: 'Stack' })).toHaveTextContent('1.js:1:2');
  });

  test('shows which data were not reported', async () => {
    network.answer(list, groups(group(1)));
    const nothing = { stack: null, component: null, sessionId: null, userId: null, additionalData: {} };
    network.answer(occurrencesOf(1), occurrences(occurrence(1, nothing)));
    open(`/admin?tab=errors&error=${idOf(1)}`);
    expect((await screen.findByText('User')).nextElementSibling).toHaveTextContent('Not signed in');
    expect(screen.getByText('Stack').nextElementSibling).toHaveTextContent('None');
  });

  test('has its occurrences ten a page', async () => {
    network.answer(list, groups(group(1)));
    network.answer(occurrencesOf(1), { body: pageOf([occurrence(1)], { hasOlder: true }) });
    network.answer(`${occurrencesOf(1)}?after=L`, { body: pageOf([occurrence(2)], { hasNewer: true }) });
    network.answer(`${occurrencesOf(1)}?before=F`, { body: pageOf([occurrence(3)]) });
    const { user } = open(`/admin?tab=errors&error=${idOf(1)}`);
    await user.click(await screen.findByRole('button', { name: 'Older occurrences' }));
    expect(await screen.findByText('/report/2')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Newer occurrences' }));
    expect(await screen.findByText('/report/3')).toBeInTheDocument();
  });

  test('is not refetched automatically, since each read may be recorded', async () => {
    network.answer(list, groups(group(1)));
    network.answer(occurrencesOf(1), unavailable, occurrences(occurrence(1)));
    const path = `/admin?tab=errors&error=${idOf(1)}`;
    renderPage(
      <Queries>
        <ErrorLogsTab />
      </Queries>,
      { path, session: staffSession },
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load the occurrences');
    expect(network.calls.filter((call) => call.path.includes('/occurrences'))).toHaveLength(1);
  });

  test('whose occurrences were deleted or cannot be read shows it', async () => {
    network.answer(list, groups(group(1), group(2)));
    network.answer(occurrencesOf(1), occurrences());
    network.answer(occurrencesOf(2), unavailable, occurrences(occurrence(2)));
    const { user } = open(`/admin?tab=errors&error=${idOf(1)}&error=${idOf(2)}`);
    expect(await screen.findByText(/^We delete error reports after 30 days/)).toBeInTheDocument();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load the occurrences');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('/report/2')).toBeInTheDocument();
  });
});

describe('marking an error as solved', () => {
  const solveIt = async (...replies: Parameters<typeof network.answer>[1][]) => {
    network.answer(list, groups(group(1)), groups());
    network.answer(occurrencesOf(1), occurrences(occurrence(1)));
    network.answer(`POST /api/admin/error-groups/${idOf(1)}/solve`, ...replies);
    const page = open(`/admin?tab=errors&error=${idOf(1)}`);
    await page.user.type(await screen.findByRole('textbox', { name: 'Reason' }), ' Released a fix ');
    await page.user.click(screen.getByRole('button', { name: 'Mark as solved' }));
    return page;
  };

  test('sends the reason, refetches the list and shows the effect', async () => {
    await solveIt({ body: { outcome: 'solved' } });
    const toast = await screen.findByText('Marked as solved');
    expect(toast.closest('[role=status]')).toHaveTextContent('It reopens if it happens again.');
    expect(await screen.findByRole('heading', { name: 'No open errors' })).toBeInTheDocument();
    expect(network.calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Released a fix' });
    expect(document.activeElement).not.toBe(document.body);
  });

  test('that another member of staff has marked shows it', async () => {
    await solveIt({ body: { outcome: 'was-solved' } });
    expect(await screen.findByText('It was already solved')).toBeInTheDocument();
  });

  test('that fails changes nothing, keeps the reason and can be retried', async () => {
    const { user } = await solveIt(unavailable, { body: { outcome: 'solved' } });
    expect(await screen.findByText('Nothing was changed')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue(' Released a fix ');
    await user.click(screen.getByRole('button', { name: 'Mark as solved' }));
    expect(await screen.findByText('Marked as solved')).toBeInTheDocument();
  });

  test.each([
    ['', 'Say why, in 5 to 300 characters'],
    ['a'.repeat(301), 'Say why, in 5 to 300 characters'],
  ])('needs a reason', async (text, why) => {
    network.answer(list, groups(group(1)));
    network.answer(occurrencesOf(1), occurrences(occurrence(1)));
    const { user } = open(`/admin?tab=errors&error=${idOf(1)}`);
    const field = await screen.findByRole('textbox', { name: 'Reason' });
    await user.click(field);
    await user.paste(text);
    await user.click(screen.getByRole('button', { name: 'Mark as solved' }));
    expect(field).toHaveAccessibleDescription(expect.stringContaining(why));
    expect(lastCall()?.method).toBe('GET');
  });

  test('is undone by opening it again', async () => {
    const solved = { at: '2026-11-21T12:00:00.000Z', by: 'admin@example.com' };
    const all = 'GET /api/admin/error-groups?state=all';
    network.answer(all, groups(group(1, { solved })), groups(group(1, { reopenedAt: null })));
    network.answer(occurrencesOf(1), occurrences(occurrence(1)));
    network.answer(`POST /api/admin/error-groups/${idOf(1)}/reopen`, { body: { outcome: 'reopened' } });
    const { user } = open(`/admin?tab=errors&state=all&error=${idOf(1)}`);
    expect(await screen.findByText(/Marked as solved by admin@example\.com/)).toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Still there');
    await user.click(screen.getByRole('button', { name: 'Reopen' }));
    expect(await screen.findByText('Error reopened')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Mark as solved' })).toBeInTheDocument());
  });
});
