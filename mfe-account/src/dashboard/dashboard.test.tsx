import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ordinaryVehicleRecord } from '@ve/domain/testing/ordinary-vehicle-record';
import { Link, useNavigate } from '@ve/mfe-kit/router';
import { type SlotPlace, SlotProvider } from '@ve/mfe-kit/slot';
import { renderPage, signedInSession, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import {
  activeSubscription,
  answerAccountCalls as answerPlan,
  cancelledSubscription,
  chargeDueSubscription,
  pastDueSubscription,
  cancellationSummaryFixture,
  trialSubscription,
} from '../testing/account.ts';
import { answerWatchCalls, watchFixture } from '../testing/watch.ts';
import { MemberDashboardPage } from './dashboard.page.tsx';
import '../testing/dashboard-parts.ts';

const network = installFakeNetwork();

function SignIn() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>Back</button>;
}

function answerAccount(...given: Parameters<typeof answerPlan>) {
  answerPlan(...given);
  answerWatchCalls(network);
}

const open = (session = signedInSession({ email: 'driver@example.com' }), path = '/dashboard') =>
  renderPage(<MemberDashboardPage />, {
    path,
    session,
    route: '/dashboard',
    routes: {
      '/': <Link to="/dashboard">Dashboard</Link>,
      '/signin': <SignIn />,
      '/my-account': null,
      '/report': null,
    },
    queries: true,
  });
const panel = async (name: string) => within(await screen.findByRole('region', { name }));
const unavailable = {
  status: 503,
  body: { type: 'x', code: 'service-unavailable', title: 'The service isn’t available right now.', status: 503 },
};

test('a visitor is redirected to the sign-in, and Back leads to the page before', async () => {
  const { user, address } = open(visitorSession, '/');
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  expect(address()).toBe('/signin');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(address()).toBe('/');
  expect(network.calls).toEqual([]);
});

test('no user is redirected before the session is known', () => {
  const { address } = open({ status: 'loading', user: null });
  expect(address()).toBe('/dashboard');
  expect(screen.getByRole('status')).toHaveTextContent('Checking whether you are signed in');
});

test('a session that cannot be read shows an error with a retry', () => {
  const { address } = open({ status: 'error', user: null });
  expect(address()).toBe('/dashboard');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});

const expectAccessible = async (container: HTMLElement) => {
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
};

test('shows the car with its next dates, verdict and value, and the plan with its next charge', async () => {
  answerAccount(network);
  const { container } = open();
  const car = await panel('Due for your car');
  expect(car.getByText('AB12 CDE')).toBeInTheDocument();
  const dates = car.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(dates).toEqual([
    'Tax03/12/2026Tax it on GOV.UKin 12 days',
    'MOT20/11/2027in 364 days',
    'Not givenAdd the insurance dateAdd the servicing date',
  ]);
  expect(car.getByText('MOT from DVSA, tax from DVLA.')).toBeInTheDocument();
  expect(car.getByText('FORD FOCUS')).toBeInTheDocument();
  expect(await car.findByText('Worth about £6,150 in November 2026, if its record were clean.')).toBeInTheDocument();
  expect(car.getByText('Finance: 2 agreements on record')).toBeInTheDocument();
  expect(car.getByRole('link', { name: 'Open the report' })).toHaveAttribute('href', '/report?reg=AB12CDE');
  const plan = await panel('Your plan');
  expect(plan.getByText('Trial')).toBeInTheDocument();
  expect(plan.getByText('Next charge: £8.90 on 22 November 2036 at 14:05 UK time.')).toBeInTheDocument();
  expect(plan.getByRole('button', { name: 'Cancel trial' })).toBeInTheDocument();
  expect(await screen.findByRole('region', { name: 'Which reminders' })).toBeInTheDocument();
  await expectAccessible(container);
});

test('the navigation shows the full checks left and when the next one comes', async () => {
  answerAccount(network, activeSubscription);
  open();
  const nav = within(await screen.findByRole('navigation', { name: 'Your account' }));
  expect(await nav.findByText('1 full check left. Next: 22 December 2036.')).toBeInTheDocument();
  expect(nav.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
});

test('a link next to a missing date leads to its field', async () => {
  answerAccount(network);
  const { user, address } = open();
  await user.click(await screen.findByRole('link', { name: 'Add the servicing date' }));
  expect(address()).toBe('/dashboard?tab=reminders#servicing');
  expect(await screen.findByLabelText('Next service is due on')).toHaveFocus();
});

test('the car shows that its registers are being read; a missing date shows the reason', async () => {
  answerAccount(network);
  const unread = watchFixture.dueDates.map((due) =>
    due.kind === 'insurance'
      ? { ...due, on: '2027-02-01', source: 'member' as const }
      : { ...due, on: null, source: null, why: 'not-read' as const },
  );
  network.answer('GET /api/watch', { body: { ...watchFixture, dueDates: unread } });
  const { unmount } = open();
  const unreadCar = await panel('Due for your car');
  expect(unreadCar.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Insurance01/02/2027in 72 days',
    'MOTCheckingFrom DVSA: it takes a few minutes.',
    'TaxCheckingFrom DVLA: it takes a few minutes.',
    'Not givenAdd the servicing date',
  ]);
  expect(unreadCar.getByText('You gave the insurance date.')).toBeInTheDocument();
  expect(unreadCar.getByRole('link', { name: 'Add the servicing date' })).toBeInTheDocument();
  unmount();
  const dueDates = [
    { ...watchFixture.dueDates[1], on: null, why: 'sorn' },
    { ...watchFixture.dueDates[0], on: null, why: 'timeout' },
  ];
  network.answer('GET /api/watch', { body: { ...watchFixture, dueDates } });
  open();
  const car = await panel('Due for your car');
  expect(car.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'TaxNone dueDeclared off the road (SORN).',
    'MOTNot knownDVSA did not answer in time.',
  ]);
});

test('the tabs load when they are chosen, and the chosen one is in the URL', async () => {
  answerAccount(network);
  const { user, address } = open();
  await user.click(await screen.findByRole('tab', { name: 'Messages' }));
  expect(address()).toBe('/dashboard?tab=messages');
  expect(await screen.findByText('Tax reminder, 14 days before 3 December 2026')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Which reminders' })).toBeNull();
});

test('a lapsed member sees that nothing is sent, how to start again, and what was sent; there are no settings', async () => {
  answerAccount(network, cancelledSubscription);
  network.answer('GET /api/watch', { body: { ...watchFixture, state: 'lapsed' } });
  const { container } = open();
  expect(await screen.findByText('Your membership has ended, so we send nothing')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Start it again' })).toHaveAttribute('href', '/my-account');
  expect(screen.queryByRole('button', { name: 'Change car' })).toBeNull();
  expect(await screen.findByText('Tax reminder, 14 days before 3 December 2026')).toBeVisible();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Messages', 'Alerts', 'Value']);
  expect(screen.queryByRole('switch')).toBeNull();
  await expectAccessible(container);
});

test('a member with an unpaid charge sees what continues, what is paused and how to pay, and no end date', async () => {
  answerAccount(network, pastDueSubscription('declined'));
  network.answer('GET /api/watch', { body: watchFixture });
  open();
  const plan = await panel('Your plan');
  expect(await plan.findByText('Payment due')).toBeVisible();
  expect(plan.getByText(/E-mail reminders and free alerts.*continue\..*Texts.*are paused\./)).toBeVisible();
  expect(plan.getByRole('link', { name: 'See why and pay' })).toHaveAttribute('href', '/my-account?fix=card');
  expect(await screen.findByRole('tab', { name: 'Reminders' })).toBeVisible();
  expect(screen.queryByText(/membership has ended/)).toBeNull();
});

test('when the watch cannot be read, the car shows the registers’ data, and it can be retried', async () => {
  answerAccount(network);
  network.answer('GET /api/watch', unavailable, { body: watchFixture });
  const { user } = open();
  expect(await screen.findByText('We couldn’t load your reminders')).toBeVisible();
  expect(await (await panel('Due for your car')).findAllByText(/^, in \d+ days$/)).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('tab', { name: 'Reminders' })).toBeInTheDocument();
});

test.each([
  ['active', activeSubscription, 'Next charge: £8.90 on 22 December 2036 at 14:05 UK time.'],
  ['unpaid', pastDueSubscription('declined'), 'Your last payment failed.'],
  [
    'in the hour before the first charge',
    chargeDueSubscription,
    'Next charge: £8.90, due since 22 November 2036 at 14:05 UK time and usually taken within about an hour.',
  ],
  ['ended', cancelledSubscription, 'It ended on 1 November 2026. Nothing more will be charged.'],
  [
    'ending',
    { ...activeSubscription, nextCharge: null, endsAt: '2036-12-22T14:05:00.000Z' },
    'It ends on 22 December 2036. Nothing more will be charged.',
  ],
])('the plan: %s', async (_, subscription, text) => {
  answerAccount(network, subscription);
  open();
  expect(await (await panel('Your plan')).findByText(text)).toBeInTheDocument();
});

test('a membership is cancelled here in two clicks too, and the cancellation is undone', async () => {
  const endsAt = '2036-12-22T14:05:00.000Z';
  const running = { ...cancellationSummaryFixture, endsAt, ended: false, canWithdraw: true };
  const ending = { ...activeSubscription, nextCharge: null, endsAt, ifCancelled: null, cancellation: running };
  answerAccount(network, activeSubscription);
  network.answer('GET /api/subscription', { body: activeSubscription }, { body: ending });
  network.answer('POST /api/subscription/cancel', {
    body: { outcome: 'cancelled', endsAt, summary: running, answerToken: 'token-1' },
  });
  network.answer('POST /api/subscription/withdraw-cancellation', { body: { outcome: 'ended' } });
  const { user } = open();
  const plan = await panel('Your plan');
  await user.click(await plan.findByRole('button', { name: 'Cancel membership' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/It ends on 22 December 2036/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Cancel membership' }));
  expect(await plan.findByRole('status')).toHaveTextContent('Cancelled');
  expect(await plan.findByText('Active until 22 December 2036')).toBeInTheDocument();
  expect(plan.getAllByText(/It ends on/)).toHaveLength(1);
  const question = await plan.findByRole('textbox', { name: 'What made you leave?' });
  const keep = await plan.findByRole('button', { name: 'Keep my membership' });
  expect(keep.compareDocumentPosition(question)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(await plan.findByRole('button', { name: 'Keep my membership' }));
  expect(await plan.findByRole('status')).toHaveTextContent('It has ended');
});

test('values that the sources lack are shown as unknown', async () => {
  answerAccount(network);
  const missing = { state: 'unavailable', source: 'DVLA', reason: 'timeout', at: '2026-11-21T12:00:00.000Z' };
  const record = {
    ...ordinaryVehicleRecord('2026-11-21'),
    registration: 'AB12CDE',
    licensing: missing,
    testing: { ...missing, source: 'DVSA' },
    specification: { ...missing, source: 'UKVD' },
  };
  network.answer('POST /api/fetch-vehicle-data', { body: { outcome: 'found', record, asOf: '2026-11-21' } });
  network.answer('GET /api/watch', { body: { ...watchFixture, dueDates: [] } });
  open();
  const car = await panel('Due for your car');
  expect(await car.findAllByText('Not available')).toHaveLength(2);
  expect(car.getByText(/DVLA did not answer in time/)).toBeInTheDocument();
});

test('when the service does not respond, each panel shows it and the car can be retried', async () => {
  answerPlan(network);
  network.answer('GET /api/me/reports', unavailable);
  network.answer('GET /api/watch', unavailable);
  network.answer('POST /api/fetch-vehicle-data', unavailable);
  open();
  expect(await screen.findByText('We couldn’t load the dates')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2);
});

const never = { ...watchFixture, state: 'never', registration: null, dueDates: [], upcoming: [] };

test('a user with a report and no membership sees their car, and what a membership watches', async () => {
  answerAccount(network, { ...trialSubscription, state: 'none', nextCharge: null, registration: null, card: null });
  network.answer('GET /api/watch', { body: never });
  open();
  const report = await panel('Your latest report');
  expect(report.getByText('FORD FOCUS')).toBeInTheDocument();
  expect(await (await panel('Due for your car')).findByText('Tax')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Start a membership' })).toHaveAttribute('href', '/signup?reg=AB12CDE');
  expect(screen.queryByRole('tab')).toBeNull();
});

test('a user without car or report is led to a check', async () => {
  answerAccount(network, { ...trialSubscription, state: 'none', nextCharge: null, registration: null, card: null });
  network.answer('GET /api/me/reports', { body: { reports: [] } });
  network.answer('GET /api/watch', { body: never });
  open();
  expect(await screen.findByText('There is no car in your account yet.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Check a vehicle' })).toHaveAttribute('href', '/');
});

test('the slot gets the car as a prop', async () => {
  answerAccount(network, activeSubscription);
  const seen: SlotPlace[] = [];
  renderPage(
    <SlotProvider
      render={(place) => {
        seen.push(place);
        return <p>After the vehicle</p>;
      }}
    >
      <MemberDashboardPage />
    </SlotProvider>,
    { path: '/dashboard', session: signedInSession({ email: 'driver@example.com' }), queries: true },
  );
  expect(await screen.findByText('After the vehicle')).toBeVisible();
  await waitFor(() => {
    expect(seen.at(-1)?.offered).toEqual([
      { name: 'dashboard.after-vehicle/v1', props: { registration: watchFixture.registration } },
    ]);
  });
});
