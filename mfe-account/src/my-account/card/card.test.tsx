import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderPage, signedInSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { writeStripePageConfig, installFakeStripeJs } from '@ve/mfe-kit/testing-stripe';
import {
  activeSubscription,
  answerAccountCalls,
  pastDueSubscription,
  trialSubscription,
} from '../../testing/account.ts';
import { MyAccountPage } from '../my-account.page.tsx';

const network = installFakeNetwork();
const stripe = installFakeStripeJs();
beforeEach(() => writeStripePageConfig('/my-account'));

/** The card's chunk is compiled when it is first imported, which takes seconds. */
const patient = { timeout: 15_000 };

const newCard = { brand: 'mastercard', last4: '4444', expiryMonth: 1, expiryYear: 2032 };
const open = (path = '/my-account') =>
  renderPage(<MyAccountPage />, { path, session: signedInSession(), route: '/my-account', queries: true });
const plan = async () => within(await screen.findByRole('region', { name: 'Your plan' }));
const sent = (path: string) => network.calls.filter((call) => call.path === path).map(({ body }) => body);

describe('changing the card', () => {
  const change = 'POST /api/me/card';
  const finish = 'POST /api/me/card/confirm';
  const fillIn = async (user: ReturnType<typeof open>['user']) => {
    await screen.findByRole('group', { name: 'Card details' }, patient);
    stripe.fillIn();
    await user.click(screen.getByRole('button', { name: 'Save card' }));
  };

  test('is sent to the service, and the new card is charged from now on', async () => {
    answerAccountCalls(network, activeSubscription);
    network.answer(change, { body: { outcome: 'saved', card: newCard } });
    const { user, address } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Change card' }));
    expect(address()).toBe('/my-account?card=change');
    await fillIn(user);
    expect(await screen.findByText('Mastercard ending 4444 is charged from now on.')).toBeInTheDocument();
    expect(stripe.calls).toMatchObject([{ name: 'createConfirmationToken' }]);
    expect(stripe.elements[0]).toMatchObject({ mode: 'setup' });
    expect(sent('/api/me/card')).toEqual([{ confirmationToken: 'ctoken_1' }]);
    expect(sent('/api/me/card/confirm')).toEqual([]);
    await waitFor(() => expect(address()).toBe('/my-account'));
  });

  test('removes the bank’s message about the previous card', async () => {
    answerAccountCalls(network, pastDueSubscription('declined'));
    const message = 'There is not enough money on this card.';
    network.answer('POST /api/upgrade-subscription', { body: { outcome: 'card-needed', message } });
    network.answer(change, { body: { outcome: 'saved', card: newCard } });
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Pay £8.90 now' }));
    expect(await screen.findByText(new RegExp(message))).toBeInTheDocument();
    answerAccountCalls(network, activeSubscription);
    await user.click((await plan()).getByRole('button', { name: 'Change card' }));
    await fillIn(user);
    expect(await screen.findByText('Mastercard ending 4444 is charged from now on.')).toBeInTheDocument();
    expect(screen.queryByText(new RegExp(message))).toBeNull();
  });

  const authenticationNeeded = {
    body: { outcome: 'authenticate', setupIntentId: 'seti_1', clientSecret: 'seti_1_secret_2' },
  };

  test('that needs authentication is sent again after it, and the service reads the result', async () => {
    answerAccountCalls(network, activeSubscription);
    network.answer(change, authenticationNeeded);
    network.answer(finish, { body: { outcome: 'saved', card: newCard } });
    stripe.answer({ confirmationToken: { id: 'ctoken_1' } }, { setupIntent: { status: 'succeeded' } });
    const { user } = open('/my-account?card=change');
    await fillIn(user);
    expect(await screen.findByText('Mastercard ending 4444 is charged from now on.')).toBeInTheDocument();
    expect(stripe.calls.slice(1)).toEqual([{ name: 'handleNextAction', given: { clientSecret: 'seti_1_secret_2' } }]);
    expect(sent('/api/me/card/confirm')).toEqual([{ setupIntentId: 'seti_1' }]);
  });

  test('whose authentication is refused is not stored, and can be retried', async () => {
    answerAccountCalls(network, activeSubscription);
    network.answer(change, authenticationNeeded);
    network.answer(finish, {
      body: {
        outcome: 'refused',
        message: 'Your bank could not confirm that it was you. Try again, or use another card.',
      },
    });
    stripe.answer(
      { confirmationToken: { id: 'ctoken_1' } },
      { error: { type: 'invalid_request_error', code: 'setup_intent_authentication_failure' } },
    );
    const { user } = open('/my-account?card=change');
    await fillIn(user);
    expect(await screen.findByText(/Your bank could not confirm that it was you/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save card' })).toBeEnabled();
  });

  test('beyond the daily limit shows the limit, and the old card stays', async () => {
    answerAccountCalls(network, activeSubscription);
    network.answer(change, { status: 429, body: { code: 'new-cards-exceeded', retryAfterSeconds: 3_600 } });
    const { user } = open('/my-account?card=change');
    await fillIn(user);
    expect(await screen.findByText('The card was not saved')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save card' })).toBeEnabled();
  });

  test('takes the focus, and returns it when the old card is kept', async () => {
    answerAccountCalls(network, activeSubscription);
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Change card' }));
    const heading = await screen.findByRole('heading', { name: 'Change your card' });
    expect(document.activeElement).toContainElement(heading);
    await user.click(await screen.findByRole('button', { name: 'Keep the old card' }, patient));
    expect(await screen.findByRole('button', { name: 'Change card' })).toHaveFocus();
  });

  test('is sent only when the field is complete', async () => {
    answerAccountCalls(network, activeSubscription);
    const { user } = open('/my-account?card=change');
    await screen.findByRole('group', { name: 'Card details' }, patient);
    await user.click(screen.getByRole('button', { name: 'Save card' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Card number' })).toHaveFocus());
    expect(stripe.calls).toEqual([]);
    expect(sent('/api/me/card')).toEqual([]);
  });

  test('refused by the bank shows the reason, and the old card stays', async () => {
    answerAccountCalls(network, activeSubscription);
    network.answer(change, {
      body: { outcome: 'refused', message: 'There is not enough money on this card. Use another card.' },
    });
    const { user } = open('/my-account?card=change');
    await fillIn(user);
    expect(await screen.findByText(/There is not enough money on this card/)).toBeInTheDocument();
    expect(sent('/api/me/card/confirm')).toEqual([]);
    expect(screen.getByRole('button', { name: 'Save card' })).toBeInTheDocument();
  });

  test('of an unpaid membership, from the link of a mail, shows what is charged immediately', async () => {
    answerAccountCalls(network, pastDueSubscription('declined'));
    open('/my-account?fix=card');
    expect(await screen.findByText(/The £8.90 you owe is then charged to it/, {}, patient)).toBeInTheDocument();
  });

  test.each([
    ['paid', { outcome: 'paid' }, 'Card saved', /is charged from now on\. What you owed is paid\./],
    [
      'to be confirmed',
      { outcome: 'authenticate' },
      'Card saved, but your £8.90 is not paid yet',
      /Your bank wants you to confirm the payment as well/,
    ],
    [
      'declined',
      { outcome: 'declined', message: 'Your bank declined this card.' },
      'Card saved, but your £8.90 is not paid yet',
      /Your bank declined this card\. If you do nothing, we try again on/,
    ],
    [
      'not tried',
      { outcome: 'not-tried', nextAttemptAt: '2036-11-26T09:30:00.000Z', payableAt: '2036-11-25T15:10:00.000Z' },
      'Card saved, but your £8.90 is not paid yet',
      /have not tried this card yet\. You can pay from 25 November 2036.*15:10.*we try again on 26 November 2036.*09:30/,
    ],
    [
      'not tried, nor later',
      { outcome: 'not-tried', nextAttemptAt: null, payableAt: '2036-11-25T15:10:00.000Z' },
      'Card saved, but your £8.90 is not paid yet',
      /We will not try again automatically/,
    ],
    [
      'not decided',
      { outcome: 'pending' },
      'Card saved, but your £8.90 is not paid yet',
      /Your bank has not answered yet/,
    ],
  ])('of an unpaid membership shows one message, with the outstanding amount %s', async (_, payment, title, text) => {
    answerAccountCalls(network, pastDueSubscription('declined'));
    network.answer(change, { body: { outcome: 'saved', card: newCard, payment } });
    const { user } = open('/my-account?card=change');
    await fillIn(user);
    expect(await screen.findByText(title)).toBeInTheDocument();
    expect(screen.getByText(/Mastercard ending 4444 is charged from now on/)).toBeInTheDocument();
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.queryByText(/We could not take/)).toBeNull();
    const pay = screen.queryByRole('button', { name: 'Pay £8.90 now' });
    expect(pay === null).toBe(payment.outcome === 'paid');
  });

  test('of a customer who was never charged shows that there is no card to change', async () => {
    answerAccountCalls(network, activeSubscription);
    network.answer(change, { body: { outcome: 'no-customer' } });
    const { user } = open('/my-account?card=change');
    await fillIn(user);
    expect(await screen.findByText(/there is no card to change/)).toBeInTheDocument();
  });
});

describe('a payment that needs authentication', () => {
  const upgrade = 'POST /api/upgrade-subscription';
  const authenticate = { body: { outcome: 'authenticate', clientSecret: 'pi_1_secret_2' } };

  test('is authenticated with the stored card, and sent again', async () => {
    answerAccountCalls(network, trialSubscription);
    network.answer(upgrade, authenticate, { body: { outcome: 'upgraded', subscription: activeSubscription } });
    stripe.answer({ paymentIntent: { status: 'requires_confirmation' } });
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Upgrade Early' }));
    await user.click(await screen.findByRole('button', { name: 'Pay £8.90 now' }));
    expect(await screen.findByText('Subscription upgraded!', {}, patient)).toBeInTheDocument();
    expect(stripe.calls).toEqual([{ name: 'handleNextAction', given: { clientSecret: 'pi_1_secret_2' } }]);
    expect(sent('/api/upgrade-subscription')).toHaveLength(2);
  });

  test('that is still not authenticated shows it, and can be retried', async () => {
    answerAccountCalls(network, trialSubscription);
    network.answer(upgrade, authenticate);
    stripe.answer({ paymentIntent: { status: 'requires_action' } });
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Upgrade Early' }));
    await user.click(await screen.findByRole('button', { name: 'Pay £8.90 now' }));
    expect(await screen.findByText(/Try again and follow its steps/, {}, patient)).toBeInTheDocument();
    expect(sent('/api/upgrade-subscription')).toHaveLength(2);
    expect(await (await plan()).findByRole('button', { name: 'Upgrade Early' })).toBeEnabled();
  });

  test('whose authentication failed is not sent a second time', async () => {
    answerAccountCalls(network, trialSubscription);
    network.answer(upgrade, authenticate);
    stripe.answer({ error: { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' } });
    const { user } = open();
    await user.click(await (await plan()).findByRole('button', { name: 'Upgrade Early' }));
    await user.click(await screen.findByRole('button', { name: 'Pay £8.90 now' }));
    expect(await screen.findByText(/Your bank could not confirm that it was you/, {}, patient)).toBeInTheDocument();
    await waitFor(() => expect(sent('/api/upgrade-subscription')).toHaveLength(1));
  });
});
