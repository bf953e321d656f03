import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { MemberNavigation } from './member-navigation.tsx';
import { withoutMembership } from './subscription.tsx';
import { installFakeNetwork } from './testing-network.tsx';
import { renderPage, signedInSession } from './testing.tsx';

const network = installFakeNetwork();

const open = (path: string) => renderPage(<MemberNavigation />, { path, session: signedInSession(), queries: true });
const nav = () => screen.getByRole('navigation', { name: 'Your account' });

test.each([
  ['/dashboard', 'Dashboard', 'page'],
  ['/report?reg=AB12CDE', 'Reports', 'true'],
  ['/my-account', 'My account', 'page'],
  ['/your-data', 'My account', 'true'],
])('%s belongs to %s', (path, place, current) => {
  network.answer('GET /api/subscription', 'silence');
  open(path);
  const links = within(nav()).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/dashboard', '/my-account#reports', '/my-account']);
  const marked = links.filter((link) => link.hasAttribute('aria-current'));
  expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([[place, current]]);
});

test('shows the full checks left and when the next one comes', async () => {
  const nextCharge = { pence: 890, at: '2036-12-22T14:05:00.000Z', timing: 'planned' };
  network.answer('GET /api/subscription', {
    body: { ...withoutMembership, state: 'active', subscribed: true, credits: 1, nextCheck: 'now', nextCharge },
  });
  open('/dashboard');
  expect(await screen.findByText('1 full check left. Next: 22 December 2036.')).toBeVisible();
});
