import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderPage, staffSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { formatDuration } from '../platform/duration.ts';
import { healthyServiceStatus } from '../testing/healthy-service-status.ts';
import { StaffOperationsPage } from './operations.page.tsx';

const network = installFakeNetwork();
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
const id = '00000000-0000-4000-8000-000000000001';
const job = {
  id,
  job: 'full-checks.run',
  why: '<b>timeout</b>',
  enqueuedAt: ago(7_200),
  failedAt: ago(3_600),
  dismissedAt: null,
};
const page = { first: 'a', last: 'a', hasNewer: false, hasOlder: false, total: 1, isMore: false };
const counts = { calls: 0, errors: 0, limited: 0, refusedByBreaker: 0 };
const paths = {
  queues: 'GET /api/admin/queues',
  outbox: 'GET /api/admin/outbox',
  scheduled: 'GET /api/admin/scheduled-jobs',
  vendors: 'GET /api/admin/vendors',
  deadLetters: 'GET /api/admin/dead-letters',
  retry: `POST /api/admin/dead-letters/${id}/retry`,
  orphans: 'GET /api/admin/orphan-subscriptions',
  dismiss: `POST /api/admin/dead-letters/${id}/dismiss`,
};

beforeEach(() => {
  network.answer('GET /api/admin/service-status', { body: healthyServiceStatus });
  network.answer(paths.queues, {
    body: {
      outcome: 'read',
      queues: [
        { name: 'texts', waiting: 0, active: 0, delayed: 0, failed: 0, oldestWaitingAt: null },
        { name: 'mails', waiting: 1_200, active: 4, delayed: 2, failed: 3, oldestWaitingAt: ago(120) },
      ],
    },
  });
  network.answer(paths.outbox, {
    body: {
      unrelayed: { count: 2, oldestSeconds: 90 },
      unfinished: { count: 0, oldestSeconds: 0 },
      deadLetters: { total: 1, isMore: false },
    },
  });
  network.answer(paths.scheduled, {
    body: {
      jobs: [
        {
          name: 'purge',
          everySeconds: 600,
          startedAt: ago(61),
          endedAt: ago(60),
          nextRunAt: ago(-600),
          state: 'failing',
          failures: 2,
          why: 'timeout',
        },
        {
          name: 'day figures',
          everySeconds: 600,
          startedAt: null,
          endedAt: null,
          nextRunAt: ago(-600),
          state: 'planned',
          failures: 0,
          why: null,
        },
      ],
    },
  });
  network.answer(paths.vendors, {
    body: {
      vendors: [
        {
          vendor: 'DVLA',
          state: 'breaker-open',
          hour: { calls: 200, errors: 50, limited: 3, refusedByBreaker: 7 },
          day: { ...counts, calls: 4_000, errors: 1 },
          budget: { calls: 4_100, pence: 0, callsLimit: 5_000, penceLimit: null },
        },
        { vendor: 'SMTP', state: 'quiet', hour: counts, day: counts, budget: null },
      ],
    },
  });
  network.answer(paths.deadLetters, { body: { ...page, rows: [job] } });
  network.answer(paths.orphans, { body: { found: { total: 0, isMore: false }, subscriptions: [] } });
});

const open = (path = '/admin/operations') =>
  renderPage(<StaffOperationsPage />, { session: staffSession, queries: true, path });
const rowOf = async (table: string) =>
  within(await screen.findByRole('table', { name: table })).getAllByRole('row')[1]!;

test('shows queues, outbox, scheduled jobs and vendors', async () => {
  open();
  expect(await rowOf('Queues')).toHaveTextContent(/^mails1,200423/);
  expect(await screen.findByText('2 jobs, oldest 1 min ago')).toBeInTheDocument();
  expect(await rowOf('Scheduled jobs')).toHaveTextContent(/Delete data past its retention date.*Failed 2 timestimeout/);
  expect(await rowOf('Vendors')).toHaveTextContent(
    /^DVLABreaker open200 calls50 errors \(25%\)3 held back by limits7 stopped by a breaker4,000 calls1 error \(under 1%\)4,100 calls of 5,000$/,
  );
  expect(screen.getByText('Count daily figures').closest('tr')).toHaveTextContent(/Not run yet/);
  expect(screen.getByText('The service is running normally')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open the queues' })).toHaveAttribute('href', '/admin/queues/');
});

test('shows users who are charged at Stripe without an account, and what to do', async () => {
  open();
  await rowOf('Queues');
  expect(screen.queryByText('Orphan subscriptions')).toBeNull();
  const orphan = { stripeSubscriptionId: 'sub_lost', stripeCustomerId: 'cus_lost', foundAt: ago(60) };
  network.answer(paths.orphans, { body: { found: { total: 101, isMore: false }, subscriptions: [orphan] } });
  open();
  expect(await rowOf('Orphan subscriptions')).toHaveTextContent(/^sub_lostcus_lost/);
  expect(screen.getByText(/After a restore, run npm run after-restore[.]/)).toBeInTheDocument();
  expect(screen.getByText('Showing the oldest 1.')).toBeInTheDocument();
});

test('folds away rows that need no attention', async () => {
  open();
  expect(await rowOf('Queues')).toHaveTextContent('mails');
  for (const [title, row] of [
    ['1 queue with no waiting or failed jobs', 'texts'],
    ['1 vendor with no faults in the last hour', 'Mail server'],
    ['1 scheduled job running normally', 'Count daily figures'],
  ] as const) {
    const folded = (await screen.findByText(title)).closest('details');
    expect(folded).not.toHaveAttribute('open');
    expect(folded).toHaveTextContent(row);
  }
});

test('sections fail separately, and can be read again', async () => {
  network.answer(paths.outbox, { status: 500, body: {} });
  const { user } = open();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('We couldn’t load “Outbox”');
  expect(await rowOf('Queues')).toHaveTextContent('mails');
  expect(await rowOf('Vendors')).toHaveTextContent('DVLA');
  network.answer(paths.outbox, {
    body: {
      unrelayed: { count: 0, oldestSeconds: 0 },
      unfinished: { count: 0, oldestSeconds: 0 },
      deadLetters: { total: 1_000, isMore: true },
    },
  });
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('More than 1,000 jobs')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows that the queues do not respond, and that nothing is lost', async () => {
  network.answer(paths.queues, { body: { outcome: 'unreachable' } });
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent(/^The queues aren’t respondingNothing is lost/);
  expect(await rowOf('Vendors')).toHaveTextContent('DVLA');
});

test('a job is retried with a reason, and its error is shown as text', async () => {
  network.answer(paths.retry, { status: 202 });
  const { user } = open();
  expect(await rowOf('Failed jobs')).toHaveTextContent('Run a full checkfull-checks.run<b>timeout</b>');
  await user.click(screen.getByRole('button', { name: 'Retry: Run a full check' }));
  const dialog = screen.getByRole('dialog', { name: 'Retry this job?' });
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
  expect(within(dialog).getByText('Say why, in 5 to 300 characters')).toBeInTheDocument();
  await user.type(within(dialog).getByLabelText('Reason'), 'DVLA is back');
  network.answer(paths.deadLetters, { body: { ...page, rows: [], first: null, last: null, total: 0 } });
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Retrying: Run a full check')).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'No failed jobs to review' })).toBeInTheDocument();
  expect(network.calls).toContainEqual({
    method: 'POST',
    path: `/api/admin/dead-letters/${id}/retry`,
    body: { reason: 'DVLA is back' },
  });
});

test('shows when another member of staff was faster, and keeps the input when it fails', async () => {
  network.answer(paths.dismiss, { status: 500, body: {} }, { status: 404, body: { code: 'not-found' } });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Dismiss: Run a full check' }));
  const dialog = screen.getByRole('dialog', { name: 'Dismiss this job?' });
  await user.type(within(dialog).getByLabelText('Reason'), 'known and harmless');
  await user.click(within(dialog).getByRole('button', { name: 'Dismiss' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Nothing was changed');
  expect(within(dialog).getByLabelText('Reason')).toHaveValue('known and harmless');
  await user.click(within(dialog).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => {
    expect(within(dialog).getByRole('alert')).toHaveTextContent('This job has already been retried');
  });
});

test('dismissed jobs are listed separately, by the URL, and can still be retried', async () => {
  network.answer(`${paths.deadLetters}?seen=true`, { body: { ...page, rows: [{ ...job, dismissedAt: ago(60) }] } });
  const { address } = open('/admin/operations?seen=true');
  expect(await screen.findByRole('button', { name: 'Retry: Run a full check' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Dismiss: Run a full check' })).toBeNull();
  expect(screen.getByLabelText('Show')).toHaveDisplayValue('Dismissed');
  expect(address()).toBe('/admin/operations?seen=true');
});

test.each([
  [0, '0 s'],
  [0.004, '4 ms'],
  [59.9, '59 s'],
  [90, '1 min'],
  [7_200, '2 h'],
  [200_000, '2 d'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
