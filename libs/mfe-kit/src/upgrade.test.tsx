import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { CardAuthenticationResult } from './card-payment.tsx';
import { withoutMembership } from './subscription.tsx';
import { renderPage, signedInSession } from './testing.tsx';
import { installFakeNetwork } from './testing-network.tsx';
import { type AuthenticatePayment, UpgradeToast, useUpgrade } from './upgrade.tsx';

const network = installFakeNetwork();
const upgrading = 'POST /api/upgrade-subscription';
const active = { ...withoutMembership, state: 'active', subscribed: true, credits: 1, subscriptionTier: 'Premium' };

let authenticatedSecrets: string[];
beforeEach(() => {
  authenticatedSecrets = [];
});
const bank =
  (answer: CardAuthenticationResult): AuthenticatePayment =>
  (clientSecret) => {
    authenticatedSecrets.push(clientSecret);
    return Promise.resolve(answer);
  };

function Upgrade({ authenticate }: { authenticate?: AuthenticatePayment }) {
  const { submission, upgrade, reset } = useUpgrade(authenticate ?? null);
  return (
    <>
      <button onClick={() => void upgrade()}>Upgrade Early</button>
      <UpgradeToast submission={submission} unlocks={null} onClose={reset} />
    </>
  );
}

const press = async (authenticate?: AuthenticatePayment) => {
  const page = <Upgrade {...(authenticate ? { authenticate } : {})} />;
  const { user } = renderPage(page, { session: signedInSession(), queries: true });
  await user.click(screen.getByRole('button', { name: 'Upgrade Early' }));
  return user;
};
const sent = () => network.calls.filter(({ path }) => path === '/api/upgrade-subscription').length;

test.each([
  ['upgraded', { outcome: 'upgraded', subscription: active }, 'Subscription upgraded!'],
  ['already-active', { outcome: 'already-active' }, 'Your membership is already active'],
  ['pending', { outcome: 'pending' }, 'Payment in progress'],
  ['card-needed', { outcome: 'card-needed', message: 'Declined' }, 'Upgrade failed'],
])('the outcome %s has its own message', async (_, body, text) => {
  network.answer(upgrading, { body });
  const user = await press();
  expect(await screen.findByText(text)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close message' }));
  expect(screen.queryByText(text)).toBeNull();
});

test('a page that cannot load Stripe.js leads to the page where the payment can be authenticated', async () => {
  network.answer(upgrading, { body: { outcome: 'authenticate', clientSecret: 'pi_1_secret_2' } });
  await press();
  expect(await screen.findByText('Confirm it in your account.')).toBeInTheDocument();
  expect(sent()).toBe(1);
});

test('a user whose membership has ended is led to the page where it can be started again', async () => {
  network.answer(upgrading, { body: { outcome: 'consent-needed' } });
  const { user, address } = renderPage(<Upgrade />, {
    session: signedInSession(),
    queries: true,
    path: '/report?reg=AB12CDE',
    route: '/report',
    routes: { '/my-account': <p>the consent</p> },
  });
  await user.click(screen.getByRole('button', { name: 'Upgrade Early' }));
  expect(await screen.findByText('the consent')).toBeInTheDocument();
  expect(address()).toBe('/my-account');
  expect(network.calls.find(({ path }) => path === '/api/upgrade-subscription')?.body).toBeNull();
});

test('a membership that is started again is not called an upgrade', () => {
  const answer = { outcome: 'upgraded', subscription: withoutMembership } as const;
  const submission = { state: 'done', sent: 'rejoin-1', answer } as const;
  renderPage(<UpgradeToast submission={submission} unlocks={null} onClose={() => undefined} />, { queries: true });
  expect(screen.getByText('Your membership has started again')).toBeInTheDocument();
  expect(screen.queryByText('Subscription upgraded!')).toBeNull();
});

test('a lost response is a failure, with the text of the specification', async () => {
  network.answer(upgrading, 'no-answer');
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Upgrade failedThere was an error upgrading your subscription. Please try again.',
  );
});

test('a payment that was authenticated is confirmed by the service', async () => {
  const authenticate = { body: { outcome: 'authenticate', clientSecret: 'pi_1_secret_2' } };
  network.answer(upgrading, authenticate, { body: { outcome: 'upgraded', subscription: active } });
  await press(bank({ outcome: 'answered' }));
  expect(await screen.findByText('Subscription upgraded!')).toBeInTheDocument();
  expect([authenticatedSecrets, sent()]).toEqual([['pi_1_secret_2'], 2]);
});

test('a payment that the service processed first is still an upgrade', async () => {
  const authenticate = { body: { outcome: 'authenticate', clientSecret: 'pi_1_secret_2' } };
  network.answer(upgrading, authenticate, { body: { outcome: 'already-active' } });
  network.answer('GET /api/subscription', { body: active });
  await press(bank({ outcome: 'answered' }));
  expect(await screen.findByText('Subscription upgraded!')).toBeInTheDocument();
});

test('a payment that was not authenticated is not sent again', async () => {
  network.answer(upgrading, { body: { outcome: 'authenticate', clientSecret: 'pi_1_secret_2' } });
  await press(bank({ outcome: 'refused', message: 'No', codes: [] }));
  expect(await screen.findByText('Upgrade failed')).toBeInTheDocument();
  expect(sent()).toBe(1);
});

test('an authentication that is still open is not repeated automatically', async () => {
  network.answer(upgrading, { body: { outcome: 'authenticate', clientSecret: 'pi_1_secret_2' } });
  await press(bank({ outcome: 'answered' }));
  expect(await screen.findByText('Your bank wants you to confirm the payment')).toBeInTheDocument();
  expect([authenticatedSecrets, sent()]).toEqual([['pi_1_secret_2'], 2]);
});
