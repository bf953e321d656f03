import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { activeSubscription, noRefundFixture, cancellationSummaryFixture } from '../testing/account.ts';
import { CancelMembershipByLinkPage } from './membership-link.page.tsx';

const network = installFakeNetwork();
const token = 'a'.repeat(43);
const read = 'POST /api/membership-link';
const cancel = 'POST /api/membership-link/cancel';
const keep = 'POST /api/membership-link/withdraw-cancellation';
const found = {
  outcome: 'found',
  state: 'active',
  registration: 'AB12CDE',
  endsAt: '2036-12-22T14:05:00.000Z',
  endsImmediately: false,
  refund: noRefundFixture,
  cancelled: false,
  canWithdraw: false,
  monthlyPence: 890,
};
const done = {
  outcome: 'cancelled',
  endsAt: found.endsAt,
  summary: { ...cancellationSummaryFixture, endsAt: found.endsAt, ended: false, canWithdraw: true },
  answerToken: 'token-1',
};

const open = (query = `?token=${token}`) =>
  renderPage(<CancelMembershipByLinkPage />, {
    path: `/membership/cancel${query}`,
    session: visitorSession,
    queries: true,
  });
const sent = () => network.calls.map(({ method, path }) => `${method} ${path}`);

describe('opening the link', () => {
  test('shows what it would cancel and when that ends, and cancels nothing', async () => {
    network.answer(read, { body: found });
    const { container } = open();
    expect(await screen.findByText('Your membership for AB12 CDE')).toBeInTheDocument();
    expect(
      screen.getByText(/It ends on 22 December 2036, when the time you have paid for runs out/),
    ).toBeInTheDocument();
    expect(sent()).toEqual([read]);
    const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
    expect((await axe.run(container, { rules })).violations.map(({ id }) => id)).toEqual([]);
  });

  test('of a trial shows that the full price will not be charged', async () => {
    network.answer(read, { body: { ...found, state: 'trial', endsAt: '2026-11-01T12:00:00.000Z' } });
    open();
    expect(await screen.findByText(/It ends at once, and the £8.90 will not be charged/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Cancel my trial' })).toBeInTheDocument();
  });

  test('shows the refund', async () => {
    network.answer(read, {
      body: { ...found, refund: { kind: 'pro-rata', pence: 182, daysLeft: 14, fullCheckPence: 500 } },
    });
    open();
    expect(
      await screen.findByText(
        /^You get £1\.82 back, for the 14 whole days .* The £5\.00 for the full check you used is not returned\. .* the card you paid with and appears in 5-10 business days\. Your membership ends at once/,
      ),
    ).toBeInTheDocument();
  });

  test('of an ended membership shows when it ended and the refund, without a button', async () => {
    const refund = { kind: 'full', pence: 890 };
    const ended = { state: 'cancelled', endsAt: '2026-11-01T12:00:00.000Z', endsImmediately: true, refund };
    network.answer(read, { body: { ...found, ...ended, cancelled: true } });
    open();
    const text = await screen.findByText(/It ended on 1 November 2026 at 12:00 UK time/);
    expect(screen.getByRole('link', { name: 'My account' })).toHaveAttribute('href', '/my-account');
    expect(text).toHaveTextContent('£8.90 goes back to your card and appears in 5-10 business days.');
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('of a cancelled membership that still runs shows its end, and can undo the cancellation', async () => {
    network.answer(read, { body: { ...found, cancelled: true, canWithdraw: true } });
    network.answer(keep, 'no-answer', { body: { outcome: 'kept', nextCharge: activeSubscription.nextCharge } });
    const { user } = open();
    expect(await screen.findByText(/It ends on 22 December 2036 at 14:05 UK time/)).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Keep my membership' }));
    expect(screen.getByText(/until 22 December 2036\. If you do, you pay £8\.90 on that day/)).toBeInTheDocument();
    expect(await screen.findByText('We couldn’t keep it. It is still cancelled')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Keep my membership' }));
    expect(await screen.findByRole('status')).toHaveTextContent(
      /You keep your membership.*Next charge: £8\.90 on 22 December 2036/,
    );
    expect(network.calls.at(-1)?.body).toEqual({ token });
  });

  test('of a running membership whose cancellation cannot be undone shows its end, without a button', async () => {
    network.answer(read, { body: { ...found, cancelled: true, canWithdraw: false } });
    open();
    expect(await screen.findByText(/It ends on 22 December 2036 at 14:05 UK time/)).toBeInTheDocument();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('that is unknown shows other ways to cancel', async () => {
    network.answer(read, { body: { outcome: 'unknown' } });
    open();
    expect(await screen.findByText('This link does not work')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'My account' })).toHaveAttribute('href', '/my-account');
  });

  test('without a token sends no request', () => {
    open('');
    expect(screen.getByText('This link does not work')).toBeInTheDocument();
    expect(network.calls).toEqual([]);
  });
});

describe('the button', () => {
  test('cancels once, and moves the focus to the result', async () => {
    network.answer(read, { body: found });
    network.answer(cancel, { body: done });
    const { user } = open();
    await user.dblClick(await screen.findByRole('button', { name: 'Cancel my membership' }));
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent('It ends on 22 December 2036. Until then everything works as before.');
    expect(document.activeElement).toContainElement(status);
    expect(sent()).toEqual([read, cancel]);
    expect(network.calls.at(-1)?.body).toEqual({ token });
  });

  test('shows a failure, and can be pressed again', async () => {
    network.answer(read, { body: found });
    network.answer(cancel, 'no-answer', { body: done });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Cancel my membership' }));
    expect(await screen.findByText('It was not cancelled')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel my membership' }));
    expect(await screen.findByRole('status')).toHaveTextContent('Cancelled');
  });

  test('is followed by one question that may be skipped, and by a button to undo', async () => {
    network.answer(read, { body: found });
    network.answer(cancel, { body: done });
    network.answer(keep, { body: { outcome: 'ended' } });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Cancel my membership' }));
    expect(await screen.findByRole('textbox', { name: 'What made you leave?' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Skip' }));
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Keep my membership' }));
    expect(await screen.findByText('It has ended')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'My account' })).toBeInTheDocument();
  });
});
