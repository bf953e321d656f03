import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { ServiceStatus } from '@ve/contracts/http/operations/admin-operations';
import { renderPage, staffSession } from '@ve/mfe-kit/testing';
import { type FakeRequestOutcome, installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { healthyServiceStatus } from '../testing/healthy-service-status.ts';
import { ServiceStatusBanner } from './service-status-banner.tsx';

const network = installFakeNetwork();
const open = (reply: FakeRequestOutcome, path = '/admin') => {
  network.answer('GET /api/admin/service-status', reply);
  return renderPage(<ServiceStatusBanner />, { session: staffSession, queries: true, path });
};
const status = (given: Partial<ServiceStatus>) => ({ body: { ...healthyServiceStatus, ...given } });

test('shows in one line that the service is healthy, and what is pending', async () => {
  const { container } = open(
    status({ openCases: { total: 3, isMore: false }, openErrors: { total: 1_000, isMore: true } }),
  );
  expect(await screen.findByText('The service is running normally')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent(
    'The service is running normallyWaiting for you: 3 cases open, more than 1,000 page errors open',
  );
  expect(screen.getByRole('link', { name: /page errors/ })).toHaveAttribute('href', '/admin?tab=errors');
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations).toEqual([]);
});

test('names users who are charged without an account first', async () => {
  open(status({ queues: false, orphanSubscriptions: { total: 2, isMore: false } }));
  await screen.findByText('2 things are wrong');
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('2 orphan subscriptions');
});

test('names the queue whose jobs wait for too long, with a link to it', async () => {
  open(status({ lateQueues: [{ name: 'payments', seconds: 185 }] }));
  await screen.findByText('One thing is wrong');
  const problem = screen.getByRole('link', { name: 'Jobs in the payments queue have waited for 3 min' });
  expect(problem).toHaveAttribute('href', '/admin/operations');
});

test('names the three worst problems, the others on request, each with a link', async () => {
  const { user } = open(
    status({
      queues: false,
      outboxSeconds: 600,
      deadLetters: { total: 3, isMore: false },
      vendors: [
        { vendor: 'DVLA', answeredAt: '2026-01-01T10:05:00.000Z' },
        { vendor: 'SMTP', answeredAt: null },
      ],
      scheduledJobs: [
        { name: 'purge', state: 'late' },
        { name: 'totals', state: 'failing' },
      ],
      rolledBackCanaries: { total: 1, isMore: false },
      failedMails: { total: 1, isMore: false },
      failedEvents: { total: 2, isMore: false },
      escalated: { total: 1, isMore: false },
    }),
  );
  await screen.findByText('11 things are wrong');
  const named = (items: readonly HTMLElement[]) => items.map(({ textContent }) => textContent);
  const more = screen.getByText('8 more').closest('details')!;
  expect(more).not.toHaveAttribute('open');
  const shownProblems = screen.getAllByRole('listitem');
  expect(named(shownProblems.filter((each) => !more.contains(each)))).toEqual([
    'The queues aren’t responding',
    'No job has reached a queue for 10 min',
    'DVLA hasn’t responded since 01/01/2026 10:05',
  ]);
  await user.click(screen.getByText('8 more'));
  expect(named(within(more).getAllByRole('listitem'))).toEqual([
    'Mail server isn’t responding',
    '3 failed jobs to review',
    '1 canary rolled back in the last day',
    'Delete data past its retention date: not running',
    'Count the staff lists: failing',
    '2 Stripe events not processed',
    '1 e-mail failed in the last day',
    '1 complaint escalated',
  ]);
  expect(screen.getByRole('link', { name: '3 failed jobs to review' })).toHaveAttribute('href', '/admin/operations');
  expect(screen.getByRole('link', { name: /^2 Stripe events/ })).toHaveAttribute(
    'href',
    '/admin/webhooks?state=failed',
  );
});

test('does not link to the current page', async () => {
  open(status({ deadLetters: { total: 1, isMore: false } }), '/admin/operations');
  expect(await screen.findByText('1 failed job to review')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent(/^One thing is wrong1 failed job to review$/);
  expect(screen.queryByRole('link')).toBeNull();
});

test('shows that the status is unknown, and can be read again', async () => {
  const { user } = open('no-answer');
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the service status');
  network.answer('GET /api/admin/service-status', status({}));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('The service is running normally')).toBeInTheDocument();
  expect(screen.getByText('Nothing is waiting for you.')).toBeInTheDocument();
});
