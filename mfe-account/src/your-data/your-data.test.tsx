import { beforeEach, describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderPage, signedInSession, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { YourDataPage } from './your-data.page.tsx';

const network = installFakeNetwork();

const profile = {
  name: 'Dana Driver',
  email: 'driver@example.com',
  emailConfirmed: true,
  address: '1 High Street, Leeds',
  postcode: 'LS1 4AP',
  phone: '+447700900123',
  emailChange: null,
};
const change = {
  newEmail: 'new@example.org',
  oldConfirmed: false,
  newConfirmed: false,
  expiresAt: '2036-11-22T14:05:00.000Z',
};
const made = {
  id: '00000000-0000-4000-8000-0000000000d1',
  status: 'ready',
  askedAt: '2026-11-21T12:00:00.000Z',
  until: '2026-11-28T12:00:00.000Z',
};
const down = {
  status: 503,
  body: { type: 'x', code: 'service-unavailable', title: 'The service isn’t available right now.', status: 503 },
};

beforeEach(() => {
  network.answer('GET /api/me/profile', { body: profile });
  network.answer('GET /api/me/exports', { body: { exports: [] } });
  network.answer('POST /api/error-logs', { status: 204 });
});

const open = (session = signedInSession()) =>
  renderPage(<YourDataPage />, {
    path: '/your-data',
    session,
    queries: true,
    route: '/your-data',
    routes: { '/signin': <p>Sign in here</p> },
  });
const sent = (request: string) => network.calls.filter(({ method, path }) => `${method} ${path}` === request);

test('is for signed-in customers', async () => {
  open(visitorSession);
  expect(await screen.findByText('Sign in here')).toBeInTheDocument();
  expect(network.calls).toEqual([]);
});

test('is accessible, and shows when the details cannot be read', async () => {
  network.answer('GET /api/me/profile', down, { body: profile });
  network.answer('GET /api/me/exports', { body: { exports: [made] } });
  const { container, user } = open();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Full name')).toHaveValue('Dana Driver');
  await screen.findByText('Ready');
  const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
  expect((await axe.run(container, { rules })).violations.map(({ id }) => id)).toEqual([]);
});

describe('name, address and telephone', () => {
  test('are shown, corrected and removed', async () => {
    network.answer('PUT /api/me/profile', { body: { ...profile, name: 'Dana O’Driver', phone: null } });
    const { user } = open();
    const name = await screen.findByLabelText('Full name');
    expect(screen.getByLabelText('Telephone')).toHaveValue('07700900123');
    await user.clear(name);
    await user.type(name, ' Dana O’Driver ');
    await user.clear(screen.getByLabelText('Telephone'));
    await user.clear(screen.getByLabelText('Postcode'));
    await user.type(screen.getByLabelText('Postcode'), 'ls14ap');
    await user.dblClick(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('status')).toHaveTextContent('Saved');
    expect(sent('PUT /api/me/profile').map(({ body }) => body)).toEqual([
      { name: 'Dana O’Driver', address: '1 High Street, Leeds', postcode: 'LS1 4AP', phone: '' },
    ]);
  });

  test('are shown as saved until another part of the page is used', async () => {
    network.answer('PUT /api/me/profile', { body: profile });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send both links' }));
    expect(screen.queryByText('Saved')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeInTheDocument();
  });

  test('are marked when they are invalid, and nothing is sent', async () => {
    const { user } = open();
    for (const [label, typed] of [
      ['Full name', ' '],
      ['Postcode', 'LS1'],
      ['Telephone', '+1 202 555 0100'],
    ] as const) {
      const field = await screen.findByLabelText(label);
      await user.clear(field);
      await user.type(field, typed);
    }
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByRole('link', { name: 'Enter a UK postcode, like LS1 4AP' })).toBeInTheDocument();
    expect(screen.getAllByText('Enter a UK telephone number, like 07700 900123')).toHaveLength(2);
    expect(sent('PUT /api/me/profile')).toEqual([]);
  });

  test('keep the typed values when saving failed', async () => {
    network.answer('PUT /api/me/profile', 'no-answer');
    const { user } = open();
    const name = await screen.findByLabelText('Full name');
    await user.type(name, ' Smith');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your details were not saved')).toBeInTheDocument();
    expect(name).toHaveValue('Dana Driver Smith');
  });
});

describe('the e-mail address', () => {
  test('can be changed, waits for both confirmations, and stays the same until then', async () => {
    network.answer('POST /api/me/email-change', { body: { outcome: 'asked', emailChange: change } });
    network.answer('DELETE /api/me/email-change', { status: 204 });
    const { user } = open();
    await user.type(await screen.findByLabelText('New e-mail address'), 'New@Example.org{Enter}');
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent('one to new@example.org. They work until 22 November 2036 at 14:05 UK time');
    expect(document.activeElement).toContainElement(status);
    expect(sent('POST /api/me/email-change')[0]?.body).toEqual({ email: 'new@example.org' });
    await user.click(screen.getByRole('button', { name: 'Do not change it' }));
    expect(await screen.findByLabelText('New e-mail address')).toBeInTheDocument();
  });

  test('shows which of the two has confirmed', async () => {
    network.answer('GET /api/me/profile', { body: { ...profile, emailChange: { ...change, oldConfirmed: true } } });
    open();
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent('Your current address is confirmed.');
    expect(status).not.toHaveTextContent('The new address is confirmed.');
  });

  test('is marked at the field when it is invalid or the present one', async () => {
    network.answer('POST /api/me/email-change', { body: { outcome: 'same' } });
    const { user } = open();
    const field = await screen.findByLabelText('New e-mail address');
    await user.type(field, 'nobody{Enter}');
    expect(field).toHaveAccessibleDescription(/Please enter a valid email address/);
    expect(sent('POST /api/me/email-change')).toEqual([]);
    await user.type(field, '@example.com{Enter}');
    await waitFor(() => expect(field).toHaveAccessibleDescription(/That is already your address/));
  });

  test('shows why no link was sent', async () => {
    const title = 'Too many requests';
    network.answer('POST /api/me/email-change', {
      status: 429,
      body: { type: 'x', code: 'too-many-requests', title, status: 429 },
    });
    const { user } = open();
    await user.type(await screen.findByLabelText('New e-mail address'), 'new@example.org{Enter}');
    expect(await screen.findByText('The links were not sent')).toBeInTheDocument();
  });
});

describe('a copy of everything', () => {
  const copies = () => screen.getByRole('region', { name: 'A copy of everything' });

  test('is requested once, and the button keeps the focus while it is being made', async () => {
    network.answer('POST /api/me/exports', { status: 202, body: { ...made, status: 'making', until: null } });
    const { user } = open();
    await user.dblClick(await screen.findByRole('button', { name: 'Make a copy of my data' }));
    expect(await within(copies()).findByText('Being made')).toBeInTheDocument();
    const button = screen.getByRole('button', { name: 'Making a copy…' });
    expect(button).toHaveFocus();
    await user.click(button);
    expect(sent('POST /api/me/exports')).toHaveLength(1);
  });

  test('can be read or downloaded until it is deleted', async () => {
    network.answer('GET /api/me/exports', {
      body: { exports: [made, { ...made, id: made.id.replace('d1', 'd2'), status: 'failed', until: null }] },
    });
    open();
    expect(await screen.findByText('Deleted on 28 November 2026')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Read it/ })).toHaveAttribute('href', `/your-data/copy?id=${made.id}`);
    const download = screen.getByRole('link', { name: /^Download as JSON/ });
    expect(download).toHaveAttribute('href', `/api/me/exports/${made.id}/file.json`);
    expect(screen.getByText('Something went wrong on our side. Make another.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Make a copy of my data' })).toBeInTheDocument();
  });

  test('shows in advance that an unconfirmed address leaves parts out, and mails the link that confirms it', async () => {
    network.answer('GET /api/me/profile', { body: { ...profile, emailConfirmed: false } }, { body: profile });
    network.answer('POST /api/me/address-confirmation', down, { body: { outcome: 'sent' } });
    const { user, container } = open();
    const warning = await within(copies()).findByText(/You have not opened a link we sent to driver@example.com/);
    const make = within(copies()).getByRole('button', { name: 'Make a copy of my data' });
    expect(warning.compareDocumentPosition(make)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
    expect((await axe.run(container, { rules })).violations.map(({ id }) => id)).toEqual([]);
    await user.dblClick(screen.getByRole('button', { name: 'Confirm my address' }));
    expect(await screen.findByText('The link was not sent')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Confirm my address' }));
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent('We are sending it to driver@example.com. It works once, for 10 minutes');
    expect(document.activeElement).not.toBe(document.body);
    expect(sent('POST /api/me/address-confirmation')).toHaveLength(2);
    // The user is back from the mail.
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(screen.queryByText('A link is on its way')).toBeNull());
    expect(screen.queryByText(/You have not opened a link/)).toBeNull();
  });

  test('of a confirmed address has no warning', async () => {
    open();
    await within(copies()).findByRole('button', { name: 'Make a copy of my data' });
    await screen.findByLabelText('Full name');
    expect(screen.queryByText(/You have not opened a link/)).toBeNull();
  });

  test('shows when it was not started', async () => {
    network.answer('POST /api/me/exports', down);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Make a copy of my data' }));
    expect(await screen.findByText('The copy was not started')).toBeInTheDocument();
  });
});
