import { describe, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { PersonalData } from '@ve/contracts/http/privacy/data-requests';
import { retentionSchedule } from '@ve/domain/privacy/retention';
import { renderPage, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { StoredDataByLinkPage } from './stored-data.page.tsx';
import { StoredDataLinkRequestPage } from './request.page.tsx';

const network = installFakeNetwork();
const token = 'a'.repeat(43);
const ask = 'POST /api/data-requests';
const read = 'POST /api/data-requests/read';
const erase = 'POST /api/data-requests/erase';
const at = '2026-11-20T12:00:00.000Z';
const held: PersonalData = {
  email: 'dana@example.com',
  account: false,
  newsletter: { requestedAt: at, confirmedAt: at },
  stops: [],
  suppressedAt: null,
  messages: [
    {
      kind: 'complaint',
      reference: 'VE-7K3M9QXA',
      name: 'Dana Driver',
      registration: 'AB12 CDE',
      message: 'It was wrong.',
      receivedAt: at,
      answered: false,
    },
  ],
  disputes: [{ registration: 'AB12CDE', datum: 'Tax', message: 'It is taxed.', createdAt: at }],
  signUps: [{ registration: 'AB12CDE', createdAt: at }],
};
const empty: PersonalData = { ...held, newsletter: null, messages: [], disputes: [], signUps: [] };
const axeRules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
const violations = async (container: HTMLElement) =>
  (await axe.run(container, { rules: axeRules })).violations.map(({ id }) => id);

describe('the request', () => {
  const open = () => renderPage(<StoredDataLinkRequestPage />, { path: '/your-data/request', session: visitorSession });

  test('shows the same result for every address, and moves the focus to it', async () => {
    network.answer(ask, { status: 202 });
    const { user, container } = open();
    expect(await violations(container)).toEqual([]);
    await user.type(screen.getByLabelText(/Your e-mail address/), 'Dana@Example.com');
    await user.click(screen.getByRole('button', { name: 'Send me the link' }));
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent('If we hold anything under dana@example.com, a link is on its way.');
    expect(status).toHaveTextContent('at most records of e-mails and requests');
    expect(document.activeElement).toContainElement(status);
    expect(network.calls.at(-1)?.body).toEqual({ email: 'dana@example.com' });
  });

  test('refuses an invalid address before it is sent', async () => {
    const { user } = open();
    await user.type(screen.getByLabelText(/Your e-mail address/), 'dana');
    await user.click(screen.getByRole('button', { name: 'Send me the link' }));
    expect(screen.getAllByText('Please enter a valid email address').length).toBeGreaterThan(0);
    expect(network.calls).toEqual([]);
  });
});

describe('the link', () => {
  const open = (query = `?token=${token}`) =>
    renderPage(<StoredDataByLinkPage />, { path: `/your-data/held${query}`, session: visitorSession, queries: true });

  test('shows all data, and deletes nothing', async () => {
    network.answer(read, { body: { outcome: 'found', held } });
    const { container } = open();
    expect(await screen.findByText(/Subscribed since 20 November 2026/)).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: /Complaint VE-7K3M9QXA of 20 November 2026/ })).toBeInTheDocument();
    expect(screen.getByText(/Not answered yet/)).toBeInTheDocument();
    expect(screen.getByText('It is taxed.')).toBeInTheDocument();
    expect(screen.getByText(/^For AB12 CDE, on /)).toBeInTheDocument();
    expect(network.calls.map(({ path }) => path)).toEqual(['/api/data-requests/read']);
    expect(await violations(container)).toEqual([]);
  });

  test('can be downloaded', async () => {
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const made = jest.fn<(blob: Blob) => string>(() => 'blob:x');
    Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined });
    network.answer(read, { body: { outcome: 'found', held } });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Download as JSON' }));
    expect(made.mock.calls[0]?.[0].type).toBe('application/json');
  });

  test.each([
    [{ deleted: 3, complaints: 0, signUps: 0 }, 'DeletedNothing is left under this address.'],
    [{ deleted: 0, complaints: 1, signUps: 0 }, 'Nothing was deleted yetYour complaint is open. We delete it when'],
    [{ deleted: 3, complaints: 2, signUps: 0 }, 'Deleted in part2 of your complaints are open.'],
    [{ deleted: 3, complaints: 0, signUps: 1 }, 'Deleted in part A sign-up may still be paid for.'],
  ])('deletes with its button, and shows what is kept: %j', async (erased, text) => {
    network.answer(read, { body: { outcome: 'found', held } });
    network.answer(erase, { body: { outcome: 'erased', ...erased } });
    const { user } = open();
    await user.dblClick(await screen.findByRole('button', { name: 'Delete all of this' }));
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent(text);
    expect(document.activeElement).toContainElement(status);
    expect(network.calls.map(({ path }) => path)).toEqual(['/api/data-requests/read', '/api/data-requests/erase']);
  });

  test('for an address with an account leads to the account', async () => {
    network.answer(read, { body: { outcome: 'found', held: { ...empty, account: true } } });
    open();
    expect(await screen.findByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/your-data');
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByText(/This is what we hold/)).toBeNull();
    expect(screen.getByText(/We don’t list records of e-mails we sent/)).toBeInTheDocument();
  });

  test('without any data left shows it', async () => {
    network.answer(read, { body: { outcome: 'found', held: empty } });
    open();
    expect(await screen.findByText('Nothing is left under this address.')).toBeInTheDocument();
  });

  test('that is expired leads to a new one', async () => {
    network.answer(read, { body: { outcome: 'expired' } });
    open();
    expect(await screen.findByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
      'href',
      '/your-data/request',
    );
  });

  test('without a token sends no request', () => {
    open('');
    expect(screen.getByText('This link no longer works')).toBeInTheDocument();
    expect(network.calls).toEqual([]);
  });
});

test('the page’s retention days for records of mails and requests match those of the purges', () => {
  const { mails, cancellationCodes, dataRequests } = retentionSchedule;
  expect(Math.max(...[mails, cancellationCodes, dataRequests].map(({ days }) => days))).toBe(30);
});
