import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { priceChangeFixture, termsChangeFixture } from '../testing/account.ts';
import { AgreeToMembershipChangePage } from './membership-change.page.tsx';

const network = installFakeNetwork();
const token = 'a'.repeat(43);
const read = 'POST /api/membership-change';
const agree = 'POST /api/membership-change/agree';
const found = { outcome: 'found', registration: 'AB12CDE', cancelled: false, changes: [priceChangeFixture] };

const open = (query = `?token=${token}`) =>
  renderPage(<AgreeToMembershipChangePage />, {
    path: `/membership/change${query}`,
    session: visitorSession,
    queries: true,
  });
const sent = () => network.calls.map(({ method, path }) => `${method} ${path}`);

describe('opening the link', () => {
  test('shows both prices, the day, and what happens without agreement, and agrees to nothing', async () => {
    network.answer(read, { body: found });
    const { container } = open();
    expect(await screen.findByRole('heading', { name: 'A new price from 15 January 2037' })).toBeInTheDocument();
    const text = screen.getByText(/^You pay £8\.90 a month now\. If you agree, you pay £9\.90 from your first payment/);
    expect(text).toHaveTextContent(
      'If you don’t, you keep your current price until your membership ends on 22 January 2037. You never pay the new price.',
    );
    expect(screen.getByText(/“I agree to pay £9\.90 a month instead of £8\.90/)).toBeInTheDocument();
    expect(sent()).toEqual([read]);
    const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
    expect((await axe.run(container, { rules })).violations.map(({ id }) => id)).toEqual([]);
  });

  test('of new terms links to them and leaves the price', async () => {
    network.answer(read, { body: { ...found, changes: [termsChangeFixture] } });
    open();
    expect(await screen.findByRole('link', { name: 'Read the new terms' })).toHaveAttribute('href', '/terms');
    expect(
      screen.getByText(/Your price does not change\. If you don’t agree, your membership ends/),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Agree to the new terms' })).toBeInTheDocument();
  });

  test.each([
    [
      'that was agreed to shows that',
      { changes: [{ ...priceChangeFixture, agreedAt: '2036-12-20T10:00:00.000Z' }] },
      'You have agreed',
    ],
    ['of a cancelled membership asks for nothing', { cancelled: true }, 'Your membership is cancelled'],
    ['without an open change asks for nothing', { changes: [] }, 'There is nothing to agree to'],
  ])('%s, without a button', async (_, more, title) => {
    network.answer(read, { body: { ...found, ...more } });
    open();
    expect(await screen.findByText(title)).toBeInTheDocument();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'My account' })).toHaveAttribute('href', '/my-account');
  });

  test('that is unknown, or lacks its token, leads to the account', async () => {
    network.answer(read, { body: { outcome: 'unknown' } });
    open();
    expect(await screen.findByText('This link does not work')).toBeInTheDocument();
  });
});

describe('the button', () => {
  test('agrees once, and moves the focus to the result', async () => {
    network.answer(read, { body: found });
    network.answer(agree, { body: { outcome: 'agreed' } });
    const { user } = open();
    await user.dblClick(await screen.findByRole('button', { name: 'Agree to £9.90 a month' }));
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent(
      'You pay £9.90 a month from your first payment on or after 15 January 2037. If you change your mind, cancel before that day.',
    );
    expect(document.activeElement).toContainElement(status);
    expect(sent()).toEqual([read, agree]);
    expect(network.calls.at(-1)?.body).toEqual({ token, id: priceChangeFixture.id });
  });

  test('shows a failure and can be pressed again, and says when it is too late', async () => {
    network.answer(read, { body: found });
    network.answer(agree, 'no-answer', { body: { outcome: 'closed' } });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Agree to £9.90 a month' }));
    expect(await screen.findByText('Your answer was not saved')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Agree to £9.90 a month' }));
    expect(await screen.findByRole('status')).toHaveTextContent('It is too late to agree');
  });
});
