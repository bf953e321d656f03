import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { ConfirmEmailChangePage } from './confirm-email-change.page.tsx';

const network = installFakeNetwork();
const token = 'a'.repeat(43);
const read = 'POST /api/email-change';
const confirm = 'POST /api/email-change/confirm';
const stop = 'POST /api/email-change/stop';
const link = { outcome: 'open', side: 'old', from: 'driver@example.com', to: 'new@example.org', confirmed: false };

const open = (query = `?token=${token}`) =>
  renderPage(<ConfirmEmailChangePage />, {
    path: `/your-data/confirm${query}`,
    session: visitorSession,
    queries: true,
  });
const sent = () => network.calls.map(({ method, path }) => `${method} ${path}`);

describe('opening the link', () => {
  test('shows what would be changed, and changes nothing', async () => {
    network.answer(read, { body: link });
    const { container } = open();
    expect(
      await screen.findByText(/Once both addresses have confirmed, your account uses new@example[.]org/),
    ).toBeInTheDocument();
    expect(screen.getByText(/signs everyone out of your account/)).toBeInTheDocument();
    expect(sent()).toEqual([read]);
    const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
    expect((await axe.run(container, { rules })).violations.map(({ id }) => id)).toEqual([]);
  });

  test('in the mail to the new address shows a hint of the account’s address', async () => {
    network.answer(read, { body: { ...link, side: 'new', from: 'd•••••@example.com' } });
    open();
    expect(
      await screen.findByText(/The owner of the account of d•••••@example.com wants to use new@example.org/),
    ).toBeInTheDocument();
  });

  test('again, once confirmed, can still stop the change', async () => {
    network.answer(read, { body: { ...link, confirmed: true } });
    open();
    expect(await screen.findByText(/You have already confirmed with this link/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
    expect(screen.getByRole('button', { name: 'This was not me' })).toBeInTheDocument();
  });

  test.each([
    ['ended', 'This link no longer works'],
    ['changed', 'The address is changed'],
  ])('that has %s shows it', async (outcome, title) => {
    network.answer(read, { body: { outcome } });
    open();
    expect(await screen.findByText(title)).toBeInTheDocument();
  });

  test('without a token sends no request', () => {
    open('');
    expect(screen.getByText('This link no longer works')).toBeInTheDocument();
    expect(network.calls).toEqual([]);
  });
});

describe('a button', () => {
  test.each([
    ['waiting', 'The other address has yet to confirm'],
    ['changed', 'The account has its new e-mail address'],
    ['taken', 'The new address now has its own account'],
    ['ended', 'It is older than 24 hours'],
  ])('confirms once, and moves the focus to the result: %s', async (outcome, text) => {
    network.answer(read, { body: link });
    network.answer(confirm, { body: { outcome } });
    const { user } = open();
    await user.dblClick(await screen.findByRole('button', { name: 'Confirm' }));
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent(text);
    expect(document.activeElement).toContainElement(status);
    expect(sent()).toEqual([read, confirm]);
    expect(network.calls.at(-1)?.body).toEqual({ token });
  });

  test('stops the change', async () => {
    network.answer(read, { body: link });
    network.answer(stop, { body: { outcome: 'stopped' } });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'This was not me' }));
    expect(await screen.findByRole('status')).toHaveTextContent('the links no longer work');
  });

  test('shows a failure, and can be pressed again', async () => {
    network.answer(read, { body: link });
    network.answer(confirm, 'no-answer', { body: { outcome: 'waiting' } });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('It was not confirmed')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('status')).toHaveTextContent('Confirmed');
  });
});
