import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { DeleteAccountByLinkPage } from './delete-account.page.tsx';

const network = installFakeNetwork();
const token = 'a'.repeat(43);
const read = 'POST /api/account-deletion';
const confirm = 'POST /api/account-deletion/confirm';
const found = {
  outcome: 'found',
  emailHint: 'd…@example.com',
  membership: { registration: 'AB12CDE', refund: { kind: 'pro-rata', pence: 260, daysLeft: 20, fullCheckPence: 500 } },
};
const open = (query = `?token=${token}`) =>
  renderPage(<DeleteAccountByLinkPage />, {
    path: `/your-data/delete${query}`,
    session: visitorSession,
    queries: true,
  });
const sent = () =>
  network.calls.map(({ method, path }) => `${method} ${path}`).filter((call) => call.includes('deletion'));

describe('opening the link', () => {
  test('shows what ends, what is refunded, what is deleted and what is kept, and deletes nothing', async () => {
    network.answer(read, { body: found });
    const { container } = open();
    expect(await screen.findByText(/Your membership for AB12 CDE ends now/)).toBeInTheDocument();
    const back = screen.getByText(/£2.60, for the days left of your month, goes back/);
    expect(back).toHaveTextContent('The £5.00 for the full check you used is not returned.');
    expect(screen.getByText(/hashes of your card and e-mail address/)).toHaveTextContent(
      '30 days after the trial began, or 6 months after your last full charge if that is later',
    );
    expect(screen.getByText(/six years after the end of the tax year/)).toBeInTheDocument();
    expect(screen.getByText(/overwritten, within 35 days/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Keep my account' })).toHaveAttribute('href', '/my-account');
    expect(sent()).toEqual([read]);
    const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
    expect((await axe.run(container, { rules })).violations.map(({ id }) => id)).toEqual([]);
  });

  test.each([
    ['full', { kind: 'full', pence: 890 }, /£8.90, your last payment in full/],
    ['nothing', { kind: 'none', pence: 0 }, /You get nothing back/],
  ])('shows a refund: %s', async (_, refund, text) => {
    network.answer(read, { body: { ...found, membership: { registration: null, refund } } });
    open();
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  test('without a membership shows that nothing ends', async () => {
    network.answer(read, { body: { ...found, membership: null } });
    open();
    expect(await screen.findByText(/You have no membership, so/)).toBeInTheDocument();
  });

  test.each([
    ['expired', 'This link does not work'],
    ['confirmed', 'Your account is being deleted'],
  ])('that is %s has no button', async (outcome, text) => {
    network.answer(read, { body: { outcome } });
    open();
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('without a token sends no request', () => {
    open('');
    expect(screen.getByText('This link does not work')).toBeInTheDocument();
    expect(sent()).toEqual([]);
  });
});

describe('the button', () => {
  test('deletes nothing of an account that has become a staff account, and shows the reason', async () => {
    network.answer(read, { body: found });
    network.answer(confirm, { body: { outcome: 'staff' } });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByRole('status')).toHaveTextContent('This is a staff account');
    expect(screen.queryByText('Your account is being deleted')).toBeNull();
  });

  test('deletes once, and moves the focus to the result', async () => {
    network.answer(read, { body: found });
    network.answer(confirm, { body: { outcome: 'confirmed' } });
    const { user } = open();
    await user.dblClick(await screen.findByRole('button', { name: 'Delete my account' }));
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent('We delete everything once your £2.60 is on its way back, and tell you by e-mail');
    expect(document.activeElement).toContainElement(status);
    expect(sent()).toEqual([read, confirm]);
    expect(network.calls.find(({ path }) => path.endsWith('/confirm'))?.body).toEqual({ token });
  });

  test.each([
    ['a membership', null],
    ['anything to come back', { registration: null, refund: { kind: 'none', pence: 0 } }],
  ])('without %s mentions no refund', async (_, membership) => {
    network.answer(read, { body: { ...found, membership } });
    network.answer(confirm, { body: { outcome: 'confirmed' } });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByRole('status')).toHaveTextContent('We delete everything, and tell you by e-mail');
  });

  test('shows a failure, and can be pressed again', async () => {
    network.answer(read, { body: found });
    network.answer(confirm, 'no-answer', { body: { outcome: 'confirmed' } });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText('It was not deleted')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByRole('status')).toHaveTextContent('being deleted');
  });
});
