import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { currentConsents } from '@ve/domain/membership/consents';
import { refundRuleTextsOfContract } from '@ve/domain/membership/refund-rule-texts-of-contract';
import { refundRuleTexts } from '@ve/domain/membership/refund-rule-texts';
import { storeFullCheckAwaitingPayment } from '@ve/mfe-kit/pending-check';
import { renderPage, signedInSession, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import {
  activeSubscription,
  answerAccountCalls,
  cancelledSubscription,
  chargeDueSubscription,
  endedUnpaidSubscription,
  priceChangeFixture,
  pastDueSubscription,
  reportFixture,
  sessionFixture,
  cancellationSummaryFixture,
  trialSubscription,
} from '../testing/account.ts';
import { MyAccountPage } from './my-account.page.tsx';

const network = installFakeNetwork();
beforeEach(() => {
  sessionStorage.clear();
});

const open = (path = '/my-account', state = signedInSession({ email: 'driver@example.com' })) =>
  renderPage(<MyAccountPage />, {
    path,
    session: state,
    route: '/my-account',
    routes: { '/signin': null, '/': null, '/report': null },
    queries: true,
  });
const section = (name: string) => screen.findByRole('region', { name });
const plan = async () => within(await section('Your plan'));
const called = (request: string) => network.calls.filter(({ method, path }) => `${method} ${path}` === request).length;
const problem = (code: string, title: string, status: number) => ({ status, body: { type: 'x', code, title, status } });
const unavailable = problem('service-unavailable', 'The service isn’t available right now.', 503);

describe('the session', () => {
  test('is awaited before anything is shown', () => {
    open('/my-account', { status: 'loading', user: null });
    expect(screen.getByRole('status')).toHaveTextContent('Checking whether you are signed in');
    expect(network.calls).toEqual([]);
  });

  test('of a visitor leads to the sign-in, and shows nothing', () => {
    const { address } = open('/my-account', visitorSession);
    expect(address()).toBe('/signin');
    expect(network.calls).toEqual([]);
  });

  test('that cannot be read shows an error with a retry', () => {
    open('/my-account', { status: 'error', user: null });
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  test('is ended by Sign Out, which returns to the landing page', async () => {
    answerAccountCalls(network);
    network.answer('DELETE /api/session', { status: 204 });
    const { user, address } = open();
    expect(screen.getByText('Signed in as driver@example.com')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(address()).toBe('/'));
    expect(called('DELETE /api/session')).toBe(1);
  });

  test('shows an error when the sign-out failed', async () => {
    answerAccountCalls(network);
    network.answer('DELETE /api/session', unavailable);
    const { user, address } = open();
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByText('Unable to sign out. Please try again.')).toBeInTheDocument();
    expect(address()).toBe('/my-account');
  });
});

test.each([
  ['in the trial', trialSubscription],
  ['active', activeSubscription],
  ['in the hour before a charge', chargeDueSubscription],
  ['unpaid', pastDueSubscription('declined')],
  ['cancelled', cancelledSubscription],
  ['ended unpaid', endedUnpaidSubscription('declined')],
])('has no axe violations while %s', async (_, subscription) => {
  answerAccountCalls(network, subscription);
  const { container } = open();
  await plan();
  await screen.findByRole('link', { name: /View Report/ });
  await screen.findByText('This browser');
  const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
  const { violations } = await axe.run(container, { rules });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});

describe('the plan', () => {
  test('in the trial shows the next charge, its time in the UK, and its card', async () => {
    answerAccountCalls(network);
    open();
    const shown = await plan();
    expect(await shown.findByText('Trial')).toBeInTheDocument();
    expect(shown.getByText('£8.90 on 22 November 2036 at 14:05 UK time')).toBeInTheDocument();
    expect(shown.getByText('Visa ending 4242, expires 12/2030')).toBeInTheDocument();
    expect(
      shown.getByText(
        'None yet. It comes with your first £8.90, on 22 November 2036 at 14:05 UK time, or now with Upgrade Early.',
      ),
    ).toBeInTheDocument();
  });

  test('in the hour before a charge shows what is due now, that the check comes with it, and nothing as paid', async () => {
    answerAccountCalls(network, chargeDueSubscription);
    open();
    const shown = await plan();
    expect(await shown.findByText('Payment pending')).toBeInTheDocument();
    expect(
      shown.getByText('£8.90, due since 22 November 2036 at 14:05 UK time and usually taken within about an hour'),
    ).toBeInTheDocument();
    expect(shown.getByText(/your full check comes with it/)).toBeInTheDocument();
    expect(shown.getByText('None yet. It comes with the payment that is due.')).toBeInTheDocument();
    expect(shown.queryByText('Active')).toBeNull();
    expect(shown.queryByText(/You have paid until/)).toBeNull();
    expect(shown.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(shown.getByRole('button', { name: 'Cancel membership' })).toBeInTheDocument();
  });

  test.each(['charge-due', 'expired'] as const)('with a late charge can be paid (%s)', async (state) => {
    answerAccountCalls(network, {
      ...chargeDueSubscription,
      state,
      nextCharge: { ...chargeDueSubscription.nextCharge!, timing: 'late' },
    });
    open();
    const shown = await plan();
    expect(await shown.findByRole('button', { name: 'Pay £8.90 now' })).toBeVisible();
    expect(shown.getByText('£8.90, due since 22 November 2036 at 14:05 UK time and not taken yet')).toBeVisible();
  });

  test('when unpaid shows what continues, what is paused, and that it resumes, with one way to change the card', async () => {
    answerAccountCalls(network, pastDueSubscription('declined'));
    open();
    const shown = await plan();
    expect(await shown.findByText('Payment due')).toBeInTheDocument();
    expect(
      shown.getByText(/E-mail reminders and free alerts.*continue\..*are paused\. They resume once you pay/),
    ).toBeInTheDocument();
    expect(shown.getByText('None now. It comes as soon as you pay.')).toBeInTheDocument();
    expect(shown.getAllByRole('button', { name: 'Change card' })).toHaveLength(1);
  });

  test.each([
    ['declined', 'Your bank declined the last attempt, so your membership ended on 25 November 2036.'],
    [
      'authentication',
      'Your bank wanted you to confirm the last attempt, and that did not happen, so your membership ended on 25 November',
    ],
  ] as const)(
    'after the last failed charge (%s) shows why it ended, what stays, and how to start again',
    async (kind, text) => {
      answerAccountCalls(network, endedUnpaidSubscription(kind));
      open();
      const shown = await plan();
      expect(await shown.findByText('We couldn’t take your £8.90')).toBeInTheDocument();
      const reason = shown.getByText(text, { exact: false });
      expect(reason).toHaveTextContent('Your saved reports stay; reminders, alerts and full checks have stopped.');
      expect(reason).toHaveTextContent('You can start again below, with this card or another.');
      expect(shown.getByRole('button', { name: 'Start again' })).toBeInTheDocument();
      expect(shown.getByRole('button', { name: 'Change card' })).toBeInTheDocument();
    },
  );

  test('after the last failed charge states no day that is not known, and nothing of a charge when its member cancelled', async () => {
    answerAccountCalls(network, { ...endedUnpaidSubscription('declined'), endsAt: null });
    const { unmount } = open();
    expect(
      await (await plan()).findByText(/^Your bank declined the last attempt, so your membership has ended\./),
    ).toBeInTheDocument();
    unmount();
    answerAccountCalls(network, cancelledSubscription);
    open();
    expect(await (await plan()).findByText('Start your membership again')).toBeInTheDocument();
    expect((await plan()).queryByText(/declined|couldn’t take/)).toBeNull();
  });

  test('of a member is active with its check, and does not mention a trial', async () => {
    answerAccountCalls(network, activeSubscription);
    open();
    const shown = await plan();
    expect(await shown.findByText('Active')).toBeInTheDocument();
    expect(shown.getByText('1')).toBeInTheDocument();
    expect(shown.queryByText('Trial')).toBeNull();
    expect(shown.queryByRole('button', { name: 'Upgrade Early' })).toBeNull();
  });

  test('cancelled at Stripe but running shows its end, and that nothing more is charged', async () => {
    answerAccountCalls(network, {
      ...activeSubscription,
      nextCharge: null,
      endsAt: '2036-12-22T14:05:00.000Z',
      ifCancelled: null,
    });
    open();
    const shown = await plan();
    expect(await shown.findByText(/is cancelled and ends on 22 December 2036/)).toBeInTheDocument();
    expect(shown.getByText('None. Nothing more will be charged.')).toBeInTheDocument();
    expect(shown.queryByRole('button', { name: /Cancel/ })).toBeNull();
  });

  test('of a user who never had one leads to the sign-up', async () => {
    answerAccountCalls(network, {
      ...trialSubscription,
      state: 'none',
      nextCharge: null,
      card: null,
      registration: null,
    });
    open();
    expect((await plan()).queryByRole('button')).toBeNull();
    expect(await (await plan()).findByRole('link', { name: 'Start a trial' })).toHaveAttribute('href', '/signup');
  });

  test('that cannot be read shows an error, and is read again', async () => {
    answerAccountCalls(network);
    network.answer('GET /api/subscription', unavailable, unavailable, unavailable, { body: activeSubscription });
    const { user } = open();
    const shown = await plan();
    await user.click(await shown.findByRole('button', { name: 'Try again' }, { timeout: 10_000 }));
    expect(await shown.findByText('Active', {}, { timeout: 10_000 })).toBeInTheDocument();
  });
});

describe('Upgrade Early', () => {
  const upgrade = 'POST /api/upgrade-subscription';

  test('states the member’s own price, not that of the offer', async () => {
    const nextCharge = { ...trialSubscription.nextCharge!, pence: 790 };
    const own = {
      ...trialSubscription,
      monthlyPence: 790,
      nextCharge,
      payNow: { ...trialSubscription.payNow!, pence: 790 },
    };
    answerAccountCalls(network, own);
    const { user } = open();
    const shown = await plan();
    expect(await shown.findByText(/to pay £7\.90 now, .* and then every month until you cancel/)).toBeInTheDocument();
    await user.click(shown.getByRole('button', { name: 'Upgrade Early' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('£7.90 on 21 December 2036, then each month until you cancel');
    await user.click(within(dialog).getByRole('button', { name: 'Not now' }));
    await user.click(shown.getByRole('button', { name: 'Cancel trial' }));
    expect(await screen.findByText(/the £7\.90 will not be charged/)).toBeInTheDocument();
    expect(document.body).not.toHaveTextContent('£8.90');
  });

  test('shows an announced price, and stores the agreement once', async () => {
    answerAccountCalls(network, { ...activeSubscription, changes: [priceChangeFixture] });
    network.answer('POST /api/subscription/changes/agree', { body: { outcome: 'agreed' } });
    const { user, container } = open();
    const shown = await plan();
    expect(await shown.findByRole('heading', { name: 'A new price from 15 January 2037' })).toBeInTheDocument();
    expect((await axe.run(container)).violations.map(({ id }) => id)).toEqual([]);
    await user.dblClick(shown.getByRole('button', { name: 'Agree to £9.90 a month' }));
    expect(await shown.findByText('You have agreed')).toBeInTheDocument();
    const sent = network.calls.filter(({ path }) => path === '/api/subscription/changes/agree');
    expect(sent.map(({ body }) => body)).toEqual([{ id: priceChangeFixture.id }]);
  });

  test('asks a member who has cancelled for no agreement', async () => {
    const { endsAt } = { endsAt: '2036-12-22T14:05:00.000Z' };
    answerAccountCalls(network, { ...activeSubscription, endsAt, nextCharge: null, changes: [priceChangeFixture] });
    open();
    expect(await (await plan()).findByText(/It is cancelled and ends on 22 December 2036/)).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: /A new price/ })).toBeNull();
  });

  test('shows what would be refunded of the payment, by the contract', async () => {
    answerAccountCalls(network, trialSubscription);
    open();
    const { unused, used } = refundRuleTexts();
    expect(await (await plan()).findByText(`${unused} ${used}`)).toBeInTheDocument();
  });

  test('uses the terms of a contract from before the check had a price, on the page and in the dialog', async () => {
    answerAccountCalls(network, { ...trialSubscription, payNow: { ...trialSubscription.payNow!, fullCheckPence: 0 } });
    const { unused, used } = refundRuleTextsOfContract({ pence: 890, fullCheckPence: 0 });
    expect(used).not.toBe(refundRuleTexts().used);
    const { user } = open();
    const shown = await plan();
    expect(await shown.findByText(`${unused} ${used}`)).toBeInTheDocument();
    await user.click(shown.getByRole('button', { name: 'Upgrade Early' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent(`${unused} ${used}`);
  });

  test('needs a confirmation of the amount, the next charge, the card, how to cancel and the refund', async () => {
    answerAccountCalls(network);
    const { user, container } = open();
    const button = await (await plan()).findByRole('button', { name: 'Upgrade Early' });
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'End your trial and start the membership?' });
    expect(screen.getByRole('heading', { name: 'End your trial and start the membership?' })).toHaveFocus();
    expect(
      within(dialog)
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(['Today', 'Next charge', 'Card', 'Full check']);
    expect(
      within(dialog)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '£8.90',
      '£8.90 on 21 December 2036, then each month until you cancel',
      'Visa ending 4242',
      'One for this month, for you to start',
    ]);
    expect(dialog).toHaveTextContent(
      `Cancel at any time, in My account or by the link in our e-mails. ${refundRuleTexts().unused} ${refundRuleTexts().used}`,
    );
    const terms = within(dialog).getByRole('link', { name: 'Terms of service (opens in a new tab)' });
    expect([terms.getAttribute('href'), terms.getAttribute('target'), terms.getAttribute('rel')]).toEqual([
      '/terms',
      '_blank',
      'noopener',
    ]);
    const { violations } = await axe.run(container);
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Not now' }));
    expect(screen.queryByText('Today')).toBeNull();
    expect(button).toHaveFocus();
    expect(called(upgrade)).toBe(0);
  });

  test('pressed to unlock a car opens its report after the payment, also after authentication', async () => {
    storeFullCheckAwaitingPayment(signedInSession().user?.id ?? '', 'FN15FNC');
    answerAccountCalls(network, pastDueSubscription('authentication'));
    network.answer(
      'GET /api/subscription',
      { body: pastDueSubscription('authentication') },
      { body: activeSubscription },
    );
    network.answer(upgrade, { body: { outcome: 'upgraded', subscription: activeSubscription } });
    const { user, address } = open();
    const shown = await plan();
    expect(await shown.findByText(/Once you have paid, the full check of FN15 FNC starts/)).toBeVisible();
    await user.click(await shown.findByRole('button', { name: 'Pay £8.90 now' }));
    expect(await screen.findByText('The full check of FN15 FNC starts now.')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/report?reg=FN15FNC'), { timeout: 5_000 });
  });

  test('ignores a payment of a previous user of this tab', async () => {
    storeFullCheckAwaitingPayment('another-user', 'FN15FNC');
    answerAccountCalls(network, pastDueSubscription('declined'));
    open();
    expect(await (await plan()).findByText('We couldn’t take your £8.90')).toBeVisible();
    expect(screen.queryByText(/FN15 FNC/)).toBeNull();
  });

  test('pays once for any number of clicks, and shows the check', async () => {
    answerAccountCalls(network);
    network.answer('GET /api/subscription', { body: trialSubscription }, { body: activeSubscription });
    network.answer(upgrade, { body: { outcome: 'upgraded', subscription: activeSubscription } });
    const { user } = open();
    await user.dblClick(await (await plan()).findByRole('button', { name: 'Upgrade Early' }));
    expect(called(upgrade)).toBe(0);
    await user.dblClick(await screen.findByRole('button', { name: 'Pay £8.90 now' }));
    expect(await screen.findByText('Subscription upgraded!')).toBeInTheDocument();
    expect(await (await plan()).findByText('Active')).toBeInTheDocument();
    expect(called(upgrade)).toBe(1);
  });

  test('declined shows the toast, and the bank’s reason in plain words', async () => {
    answerAccountCalls(network);
    network.answer(upgrade, { body: { outcome: 'card-needed', message: 'There is not enough money on this card.' } });
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Upgrade Early' }));
    await user.click(await screen.findByRole('button', { name: 'Pay £8.90 now' }));
    expect(await screen.findByText('Upgrade failed')).toBeInTheDocument();
    expect(screen.getByText('There was an error upgrading your subscription. Please try again.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Close message' }));
    expect((await plan()).getByText('There is not enough money on this card.')).toBeInTheDocument();
  });

  test('without a response shows that pressing again is safe', async () => {
    answerAccountCalls(network);
    network.answer(upgrade, problem('payments-unavailable', 'Our payment provider isn’t answering.', 503));
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Upgrade Early' }));
    await user.click(await screen.findByRole('button', { name: 'Pay £8.90 now' }));
    expect(await screen.findByText(/Pressing again never charges you twice/)).toBeInTheDocument();
    expect((await plan()).getByRole('button', { name: 'Upgrade Early' })).toBeInTheDocument();
  });

  test('still pending shows it', async () => {
    answerAccountCalls(network);
    network.answer(upgrade, { body: { outcome: 'pending' } });
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Upgrade Early' }));
    await user.click(await screen.findByRole('button', { name: 'Pay £8.90 now' }));
    expect(await (await plan()).findAllByText('Payment in progress')).toHaveLength(2);
  });
});

describe('an unpaid membership', () => {
  test.each([
    ['declined', /Your bank declined the card/],
    ['authentication', /Your bank wants you to confirm this payment/],
  ] as const)('%s: shows why, when it is retried, and pays', async (kind, reason) => {
    answerAccountCalls(network, pastDueSubscription(kind));
    network.answer('POST /api/upgrade-subscription', {
      body: { outcome: 'upgraded', subscription: activeSubscription },
    });
    const { user } = open();
    const shown = await plan();
    expect(await shown.findByText('We couldn’t take your £8.90')).toBeInTheDocument();
    expect(shown.getByText(reason)).toHaveTextContent('25 November 2036 at 14:05 UK time');
    await user.click(shown.getByRole('button', { name: 'Pay £8.90 now' }));
    expect(await screen.findByText('Subscription upgraded!')).toBeInTheDocument();
  });

  test('refused again shows the reason once, takes the focus, and keeps its buttons', async () => {
    answerAccountCalls(network, pastDueSubscription('declined'));
    const message = 'There is not enough money on this card.';
    network.answer('POST /api/upgrade-subscription', { body: { outcome: 'card-needed', message } });
    const { user } = open();
    const shown = await plan();
    await user.click(await shown.findByRole('button', { name: 'Pay £8.90 now' }));
    expect(await shown.findByText(new RegExp(message))).toHaveTextContent('25 November 2036 at 14:05 UK time');
    expect(shown.queryByText(/Your bank declined the card/)).toBeNull();
    expect(shown.queryByText('Your card was not charged')).toBeNull();
    expect(document.activeElement).toHaveTextContent('We couldn’t take your £8.90');
    expect(shown.getByRole('button', { name: 'Pay £8.90 now' })).toBeVisible();
  });
});

describe('cancelling', () => {
  const cancel = 'POST /api/subscription/cancel';

  test('of an unpaid membership shows that the outstanding amount is no longer charged', async () => {
    answerAccountCalls(network, pastDueSubscription('declined'));
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Cancel membership' }));
    expect(within(screen.getByRole('dialog')).getByText(/^It ends at once/)).toHaveTextContent(
      'It ends at once. The £8.90 you owe will not be charged. There is no refund of earlier payments, and nothing more will be charged.',
    );
  });

  test('of a trial takes two clicks, and the second shows what ends', async () => {
    answerAccountCalls(network);
    network.answer(
      'GET /api/subscription',
      { body: trialSubscription },
      { body: { ...cancelledSubscription, endsAt: '2026-11-21T12:00:00Z' } },
    );
    const endsAt = '2026-11-21T12:00:00.000Z';
    network.answer(cancel, {
      body: { outcome: 'cancelled', endsAt, summary: { ...cancellationSummaryFixture, endsAt }, answerToken: null },
    });
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Cancel trial' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/It ends at once, and the £8.90 will not be charged/)).toBeInTheDocument();
    expect(called(cancel)).toBe(0);
    await user.dblClick(dialog.getByRole('button', { name: 'Cancel trial' }));
    expect(
      await screen.findByText(
        /It ended on 21 November 2026\. Nothing more will be charged\. If a payment of £8\.90 is already under way, we return it\./,
      ),
    ).toBeInTheDocument();
    expect(await (await plan()).findByRole('button', { name: 'Start again' })).toBeInTheDocument();
    expect(called(cancel)).toBe(1);
  });

  test('of a membership ends it with the paid period; closing the dialog changes nothing', async () => {
    answerAccountCalls(network, activeSubscription);
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Cancel membership' }));
    expect(screen.getByText(/It ends on 22 December 2036/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Keep it' }));
    expect(screen.queryByText(/It ends on 22 December 2036/)).toBeNull();
    expect(called(cancel)).toBe(0);
  });

  test('that cannot be undone shows the end, without a button to undo', async () => {
    const endsAt = '2036-12-22T14:05:00.000Z';
    const outcome = { ...cancellationSummaryFixture, endsAt, ended: false, canWithdraw: false };
    const ending = { ...activeSubscription, nextCharge: null, endsAt, ifCancelled: null, cancellation: outcome };
    answerAccountCalls(network, activeSubscription);
    network.answer('GET /api/subscription', { body: activeSubscription }, { body: ending });
    network.answer(cancel, { body: { outcome: 'cancelled', endsAt, summary: outcome, answerToken: null } });
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Cancel membership' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel membership' }));
    expect(await screen.findByText(/It ends on 22 December 2036\. Until then/)).toBeInTheDocument();
    expect(screen.queryByText(/It ended on/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Keep my membership' })).toBeNull();
  });

  test('of a membership before its first charge ends it immediately', async () => {
    answerAccountCalls(network, {
      ...activeSubscription,
      ifCancelled: { ...activeSubscription.ifCancelled!, endsImmediately: true },
    });
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Cancel membership' }));
    expect(screen.getByText(/It ends at once\. There is no refund/)).toBeInTheDocument();
  });

  test('with a refund shows the amount before and after, by the server’s response and not the browser’s clock', async () => {
    const refund = { kind: 'full', pence: 890 } as const;
    const outcome = { ...cancellationSummaryFixture, refund };
    const ended = { ...cancelledSubscription, cancellation: outcome };
    answerAccountCalls(network, activeSubscription);
    network.answer(
      'GET /api/subscription',
      {
        body: {
          ...activeSubscription,
          ifCancelled: { endsAt: '2026-11-01T09:00:00.000Z', endsImmediately: true, refund },
        },
      },
      { body: ended },
    );
    network.answer(cancel, {
      body: { outcome: 'cancelled', endsAt: outcome.endsAt, summary: outcome, answerToken: 'token-1' },
    });
    network.answer('POST /api/cancellation-answer', unavailable, { status: 204 });
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Cancel membership' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/You get £8\.90 back.*Your membership ends at once/)).toBeInTheDocument();
    expect(dialog.queryByRole('textbox')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Cancel membership' }));
    const news = await screen.findByText(/It ended on 1 November 2026\..*£8\.90 goes back to your card/);
    expect(document.activeElement).toContainElement(news);
    expect(await screen.findByText(/£8\.90, on your card 5-10 business days after/)).toBeInTheDocument();

    await user.type(await screen.findByRole('textbox', { name: 'What made you leave?' }), 'Sold it');
    await user.click(screen.getByRole('button', { name: 'Send answer' }));
    expect(await screen.findByText('Your answer was not sent')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send answer' }));
    expect(await screen.findByText('Thank you for telling us.')).toBeInTheDocument();
  });

  test('can be undone until the period ends', async () => {
    const endsAt = '2036-12-22T14:05:00.000Z';
    const ending = {
      ...activeSubscription,
      nextCharge: null,
      endsAt,
      ifCancelled: null,
      cancellation: { ...cancellationSummaryFixture, endsAt, ended: false, canWithdraw: true },
    };
    answerAccountCalls(network, ending);
    network.answer('GET /api/subscription', { body: ending }, { body: activeSubscription });
    network.answer('POST /api/subscription/withdraw-cancellation', {
      body: { outcome: 'kept', subscription: activeSubscription },
    });
    const { user } = open();
    const shown = await plan();
    await user.dblClick(await shown.findByRole('button', { name: 'Keep my membership' }));
    expect(await shown.findByText('You keep your membership')).toBeInTheDocument();
    expect(await shown.findByRole('button', { name: 'Cancel membership' })).toBeInTheDocument();
    expect(called('POST /api/subscription/withdraw-cancellation')).toBe(1);
  });

  test('shows that nothing was cancelled when it fails', async () => {
    answerAccountCalls(network, activeSubscription);
    network.answer(cancel, unavailable);
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Cancel membership' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel membership' }));
    expect(await screen.findByText('It was not cancelled')).toBeInTheDocument();
  });
});

describe('rejoining', () => {
  const rejoin = 'Start again';
  const pay = () => screen.findByRole('button', { name: 'Pay £8.90 now, then £8.90 a month' });
  const sent = () => network.calls.filter(({ path }) => path === '/api/upgrade-subscription').map(({ body }) => body);

  test('shows the price, that there is no second trial, and the terms, and sends the consent', async () => {
    answerAccountCalls(network, cancelledSubscription);
    network.answer('POST /api/upgrade-subscription', {
      body: { outcome: 'upgraded', subscription: activeSubscription },
    });
    const { user } = open();
    const shown = await plan();
    expect(await shown.findByText(/there is no second trial/)).toBeInTheDocument();
    expect(shown.getByText('Ended')).toBeInTheDocument();
    await user.click(shown.getByRole('button', { name: rejoin }));
    const dialog = await screen.findByRole('dialog', { name: 'Start your membership again?' });
    expect(within(dialog).getByText(new RegExp(currentConsents.rejoin.text))).toBeVisible();
    expect(sent()).toEqual([]);
    await user.click(await pay());
    expect(await screen.findByText('Your membership has started again')).toBeInTheDocument();
    expect(sent()).toEqual([{ consent: currentConsents.rejoin.version }]);
  });

  test('with terms that have changed requires reading them first', async () => {
    answerAccountCalls(network, cancelledSubscription);
    network.answer('POST /api/upgrade-subscription', { body: { outcome: 'consent-needed' } });
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: rejoin }));
    await user.click(await pay());
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Our price or terms have changed.*Nothing was charged/);
    expect(screen.getByRole('button', { name: 'Load the page again' })).toBeVisible();
  });

  test('works from a page that was loaded before the membership ended', async () => {
    answerAccountCalls(network);
    network.answer('GET /api/subscription', { body: trialSubscription }, { body: cancelledSubscription });
    network.answer('POST /api/upgrade-subscription', { body: { outcome: 'consent-needed' } });
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Upgrade Early' }));
    await user.click(await screen.findByRole('button', { name: 'Pay £8.90 now' }));
    expect(await screen.findByText('Your membership has ended')).toBeInTheDocument();
    expect(await (await plan()).findByRole('button', { name: rejoin })).toBeVisible();
    expect(sent()).toEqual([null]);
  });
});

describe('My Vehicle Reports', () => {
  test('shows every field of each report, and leads to it', async () => {
    answerAccountCalls(network);
    const { user, address } = open();
    const reports = within(await section('My Vehicle Reports'));
    const row = within(await reports.findByRole('listitem'));
    for (const text of ['AB12 CDE', 'FORD FOCUS', '2012', 'Blue', '20/11/2026']) {
      expect(row.getByText(text)).toBeInTheDocument();
    }
    await user.click(row.getByRole('link', { name: 'View Report of AB12 CDE' }));
    expect(address()).toBe('/report?reg=AB12CDE');
  });

  test('leaves unknown values empty', async () => {
    answerAccountCalls(network);
    const blank = { ...reportFixture, vehicleMake: null, vehicleModel: null, vehicleYear: null, vehicleColor: null };
    network.answer('GET /api/me/reports', { body: { reports: [blank] } });
    open();
    const reports = within(await section('My Vehicle Reports'));
    expect(await reports.findByText('Make and model not known yet')).toBeInTheDocument();
    expect(reports.getAllByText('Not available')).toHaveLength(2);
  });

  test('without reports leads to the first check', async () => {
    answerAccountCalls(network);
    network.answer('GET /api/me/reports', { body: { reports: [] } });
    open();
    const reports = within(await section('My Vehicle Reports'));
    expect(await reports.findByText('No reports found')).toBeInTheDocument();
    expect(reports.getByText("You haven't generated any vehicle reports yet.")).toBeInTheDocument();
    expect(reports.getByRole('link', { name: 'Get Your First Report' })).toHaveAttribute('href', '/');
  });

  test('shows an error with a retry', async () => {
    answerAccountCalls(network);
    network.answer('GET /api/me/reports', unavailable, { body: { reports: [reportFixture] } });
    const { user } = open();
    const reports = within(await section('My Vehicle Reports'));
    expect(await reports.findByText('Error loading reports')).toBeInTheDocument();
    expect(reports.getByText('Unable to fetch your vehicle reports. Please try again.')).toBeInTheDocument();
    await user.click(reports.getByRole('button', { name: 'Try again' }));
    expect(await reports.findByText('FORD FOCUS')).toBeInTheDocument();
  });
});

test('payments show charges, refunds and receipts', async () => {
  answerAccountCalls(network);
  const paid = {
    id: reportFixture.id,
    kind: 'membership',
    amount: 890,
    currency: 'gbp',
    refunded: 890,
    paidAt: '2026-11-20T10:00:00.000Z',
    receiptUrl: 'https://invoice.example/1',
  };
  const first = { ...paid, id: sessionFixture.id, kind: 'trial', amount: 50, refunded: 0, receiptUrl: null };
  network.answer('GET /api/me/payments', { body: { payments: [paid, first] } });
  open();
  const payments = within(await section('Payments'));
  const [newest, oldest] = await payments.findAllByRole('listitem');
  expect(newest).toHaveTextContent('20/11/2026Membership, one monthReceipt (opens in a new tab)£8.90£8.90 returned');
  expect(oldest).toHaveTextContent('20/11/2026Trial, 24 hours£0.50');
  expect(payments.getByRole('link')).toHaveAttribute('href', 'https://invoice.example/1');
});

test('a payment made here is listed without a reload', async () => {
  answerAccountCalls(network);
  network.answer('GET /api/subscription', { body: trialSubscription }, { body: activeSubscription });
  const paid = { kind: 'membership', amount: 890, currency: 'gbp', refunded: 0, receiptUrl: null };
  const payment = { ...paid, id: reportFixture.id, paidAt: '2026-11-20T10:00:00.000Z' };
  network.answer('GET /api/me/payments', { body: { payments: [] } }, { body: { payments: [payment] } });
  network.answer('POST /api/upgrade-subscription', { body: { outcome: 'upgraded', subscription: activeSubscription } });
  const { user } = open();
  const payments = within(await section('Payments'));
  expect(await payments.findByText('Nothing has been charged.')).toBeInTheDocument();
  await user.click(await (await plan()).findByRole('button', { name: 'Upgrade Early' }));
  await user.click(await screen.findByRole('button', { name: 'Pay £8.90 now' }));
  expect(await payments.findByText('£8.90')).toBeInTheDocument();
});

test('sessions end one by one, or all together with this one', async () => {
  answerAccountCalls(network);
  const other = { ...sessionFixture, id: reportFixture.id, current: false, device: 'Safari on iPhone' };
  network.answer(
    'GET /api/sessions',
    { body: { sessions: [sessionFixture, other] } },
    { body: { sessions: [sessionFixture] } },
  );
  network.answer(`DELETE /api/sessions/${other.id}`, { status: 204 });
  network.answer('DELETE /api/sessions', { status: 204 });
  const { user, address } = open();
  const sessions = within(await section('Where you are signed in'));
  expect(await sessions.findByText('This browser')).toBeInTheDocument();
  await user.click(sessions.getByRole('button', { name: 'Sign out Safari on iPhone' }));
  await waitFor(() => expect(sessions.queryByText('Safari on iPhone')).toBeNull());
  await user.click(sessions.getByRole('button', { name: 'Sign out everywhere' }));
  await waitFor(() => expect(address()).toBe('/'));
});
