import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { ComplaintByLinkPage } from './complaint.page.tsx';

const network = installFakeNetwork();
const reading = 'POST /api/complaint-status';
const token = 'a'.repeat(43);
const open = (query = `?token=${token}`) =>
  renderPage(<ComplaintByLinkPage />, { path: `/complaint${query}`, queries: true });
const received = {
  outcome: 'found',
  reference: 'VE-7K3M9QXA',
  state: 'received',
  receivedAt: '2026-11-23T09:30:00.000Z',
  answerBy: '2026-12-01T09:30:00.000Z',
  escalationAt: '2026-12-07T17:00:00.000Z',
  escalatedAt: null,
  answeredAt: null,
};
const facts = () => screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);

test('shows what is promised while nothing has happened, with only the token', async () => {
  network.answer(reading, { body: received });
  open();
  expect(await screen.findByText('We have it and are looking into it')).toBeInTheDocument();
  expect(facts()).toEqual([
    'Reference: VE-7K3M9QXA',
    'Received: 23 November 2026 at 09:30 UK time',
    'Our answer by: 1 December 2026 at 09:30 UK time',
    'Escalated if unanswered: 7 December 2026 at 17:00 UK time',
  ]);
  expect(screen.getByText(/within 48 working hours.*10 working days/)).toBeInTheDocument();
  expect(network.calls).toEqual([{ method: 'POST', path: '/api/complaint-status', body: { token } }]);
});

test.each([
  ['escalated', { escalatedAt: '2026-12-07T17:00:00.000Z' }, 'It has been escalated', ['Escalated: 7 December']],
  ['answered', { answeredAt: '2026-11-30T08:00:00.000Z' }, 'We have answered it', ['Answered: 30 November']],
  [
    'answered',
    { escalatedAt: '2026-12-07T17:00:00.000Z', answeredAt: '2026-12-08T08:00:00.000Z' },
    'We have answered it',
    ['Escalated: 7 December', 'Answered: 8 December'],
  ],
])('shows what has happened: %s', async (state, times, title, expected) => {
  network.answer(reading, { body: { ...received, ...times, state } });
  open();
  expect(await screen.findByText(title)).toBeInTheDocument();
  expect(
    facts()
      .slice(2)
      .map((fact) => fact.replace(/ 2026.*/, '')),
  ).toEqual(expected);
});

test('an unknown link leads to the contact page', async () => {
  network.answer(reading, { body: { outcome: 'unknown' } });
  open();
  expect(await screen.findByText('We do not recognise this link')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact?type=general');
});

test('without a token sends no request', () => {
  open('');
  expect(screen.getByText('We do not recognise this link')).toBeInTheDocument();
  expect(network.calls).toEqual([]);
});
