import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { SessionProvider } from '@ve/mfe-kit/session';
import { renderPage } from '@ve/mfe-kit/testing';
import { installFakeNetwork, type FakeRequestOutcome } from '@ve/mfe-kit/testing-network';
import { SignInLinkPage } from './link.page.tsx';

const network = installFakeNetwork();
const token = 'a'.repeat(43);
const visitorReply: FakeRequestOutcome = { body: { user: null } };
const driver: FakeRequestOutcome = {
  body: { user: { id: '00000000-0000-4000-8000-000000000001', email: 'driver@example.com', roles: ['user'] } },
};
const valid = (sameBrowser: boolean): FakeRequestOutcome => ({
  body: { outcome: 'valid', sameBrowser, emailHint: 'd•••••@example.com' },
});
const signedInTo = (registration: string | null): FakeRequestOutcome => ({
  body: { outcome: 'signed-in', registration },
});

const open = ({ link, redeemed = [], session = [visitorReply, driver], query = `?token=${token}` }: Given) => {
  network.answer('GET /api/session', ...session);
  network.answer('POST /api/auth/link', ...(Array.isArray(link) ? link : [link]));
  network.answer('POST /api/auth/link/redeem', ...redeemed);
  return renderPage(
    <SessionProvider>
      <SignInLinkPage />
    </SessionProvider>,
    { path: `/signin/link${query}`, queries: true, route: '/signin/link', routes: { '*': <p>another page</p> } },
  );
};
interface Given {
  link: FakeRequestOutcome | FakeRequestOutcome[];
  redeemed?: FakeRequestOutcome[];
  session?: FakeRequestOutcome[];
  query?: string;
}
const sent = (path: string) => network.calls.filter((call) => call.path === path);
const redemptions = () => sent('/api/auth/link/redeem');

describe('in the browser that requested it', () => {
  test.each([
    ['AB12CDE', '/report?reg=AB12CDE'],
    [null, '/my-account'],
  ])('signs in automatically, once, and with the vehicle %s leads to %s', async (registration, path) => {
    const { address } = open({ link: valid(true), redeemed: [signedInTo(registration)] });
    await screen.findByText('another page');
    expect(address()).toBe(path);
    expect(redemptions()).toEqual([{ method: 'POST', path: '/api/auth/link/redeem', body: { token } }]);
    // The session is read again before the redirect.
    expect(sent('/api/session')).toHaveLength(2);
  });

  test('shows why it failed, and can be retried', async () => {
    const { user, address } = open({ link: valid(true), redeemed: [{ status: 503 }, signedInTo(null)] });
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t sign you in');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('another page');
    expect(address()).toBe('/my-account');
  });

  test('shows that it was redeemed a moment before', async () => {
    open({ link: valid(true), redeemed: [{ body: { outcome: 'used' } }] });
    expect(await screen.findByRole('heading', { name: 'This link has been used' })).toBeVisible();
  });
});

describe('in another browser', () => {
  test('requires a confirmation, with the address redacted', async () => {
    const { user, address } = open({ link: valid(false), redeemed: [signedInTo('AB12CDE')] });
    await screen.findByRole('heading', { name: 'Sign in as d•••••@example.com on this device?' });
    expect(screen.getByText(/close this page/)).toBeVisible();
    expect(redemptions()).toEqual([]);
    await user.dblClick(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByText('another page');
    expect(address()).toBe('/report?reg=AB12CDE');
    expect(redemptions()).toHaveLength(1);
  });

  test('shows whose session it replaces', async () => {
    open({ link: valid(false), session: [driver] });
    expect(await screen.findByText(/signed in here as driver@example.com/)).toBeVisible();
  });
});

describe('a link that does not work', () => {
  test.each<[string, FakeRequestOutcome, string]>([
    ['expired', { body: { outcome: 'expired' } }, 'This link no longer works'],
    ['used', { body: { outcome: 'used' } }, 'This link has been used'],
  ])('is %s, and leads to a new one', async (_state, link, heading) => {
    open({ link });
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Get a new link' })).toHaveAttribute('href', '/signin');
    expect(redemptions()).toEqual([]);
  });

  test('leads a signed-in user to their account', async () => {
    open({ link: { body: { outcome: 'used' } }, session: [driver] });
    expect(await screen.findByRole('link', { name: 'Go to My account' })).toHaveAttribute('href', '/my-account');
  });

  test.each(['', '?token=', `?token=${'a'.repeat(201)}`])(
    'with an incomplete token sends no request: %s',
    async (query) => {
      open({ link: valid(true), query });
      expect(screen.getByRole('heading', { name: 'Part of the link is missing' })).toBeVisible();
      await waitFor(() => expect(sent('/api/session')).toHaveLength(1));
      expect(network.calls).toHaveLength(1);
    },
  );

  test('shows when it cannot be checked, and can be retried', async () => {
    const { user } = open({ link: ['no-answer', 'no-answer', { body: { outcome: 'expired' } }] });
    expect(await screen.findByRole('alert', {}, { timeout: 4_000 })).toHaveTextContent('We couldn’t check your link');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  });
});
