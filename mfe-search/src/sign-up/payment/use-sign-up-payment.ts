import { createCheckoutEndpoint, type PaymentConfirmation } from '@ve/contracts/http/membership/checkout';
import { signUpConsents as consents } from '@ve/domain/membership/sign-up-consents';
import { ApiError, callApi } from '@ve/mfe-kit/api';
import type { CardPaymentActions, CardHolder } from '@ve/mfe-kit/card-payment';
import { reportError } from '@ve/mfe-kit/report-errors';
import { useRef, useState } from 'react';
import { type CompleteSignUpDraft, type SignUpDraft, readSignUpDraft } from '../draft.ts';
import type { SignUpDraftStore } from '../use-sign-up-draft.ts';
import { payOrRequestPaymentResult, type StartedPayment, isPaymentNotMade } from './poll-confirmation.ts';

/**
 * `card`: an error of the card, to be corrected in its field; `marked` if the field shows it itself. `checkout`,
 * `confirmation`: the service refused the payment. `cookies`: the browser refuses the cookie that a payment needs.
 */
export type SignUpPaymentProblem =
  | { kind: 'card'; message: string; marked: boolean }
  | { kind: 'checkout' | 'confirmation'; error: unknown }
  | { kind: 'outdated' | 'cookies' };

export interface SignUpPaymentCallbacks {
  /** `answer`: the service's response; null if there was no clear one, and it must be requested again. */
  onPaid: (payment: StartedPayment, answer: PaymentConfirmation | null) => void;
  onAlreadyMember: () => void;
}

const report = (error: unknown): void => {
  reportError(error, { type: 'Payment Error', componentName: 'PaymentStep' });
};

/** Errors of our service or of Stripe, not limits or invalid fields. */
const isServiceError = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

const detailsOf = ({ fullName, email, address, regNumber }: SignUpDraft): string =>
  JSON.stringify([fullName, email, address, regNumber]);

/** Another tab may have started to pay with the same details: then it is the same payment. */
function withStoredKey(draft: CompleteSignUpDraft): CompleteSignUpDraft {
  const stored = readSignUpDraft(Date.now());
  if (stored === null || detailsOf(stored) !== detailsOf(draft)) return draft;
  return { ...draft, idempotencyKey: stored.idempotencyKey };
}

const holderOf = ({ email, address }: CompleteSignUpDraft, name: string): CardHolder => ({
  name,
  email,
  address: {
    line1: address.line_1,
    line2: [address.line_2, address.line_3].filter((line) => line !== '').join(', '),
    city: address.post_town,
    postalCode: address.postcode,
  },
});

/** The checkout of these details. A browser without our cookie gets it, and sends the request again. */
async function beginCheckout({ fullName, email, regNumber, address, idempotencyKey }: CompleteSignUpDraft) {
  const body = {
    customerData: { fullName, email, regNumber, address },
    consents: { terms: consents.terms.version, startNow: consents['start-now'].version },
    idempotencyKey,
  };
  const first = await callApi(createCheckoutEndpoint, { body });
  return first.outcome === 'cookie-needed' ? callApi(createCheckoutEndpoint, { body }) : first;
}

/**
 * Pays: the card's fields, the checkout, then the service, which charges the card. Repeated with the same details it is
 * the same payment, so neither a second click nor a lost response pays twice.
 */
export function useSignUpPayment(
  card: CardPaymentActions,
  store: SignUpDraftStore,
  { onPaid, onAlreadyMember }: SignUpPaymentCallbacks,
) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SignUpPaymentProblem | null>(null);
  const running = useRef(false);

  /** Returns what went wrong, or null when the payment was started. */
  const attempt = async (draft: CompleteSignUpDraft, cardHolder: string): Promise<SignUpPaymentProblem | null> => {
    const checkout = await beginCheckout(draft);
    if (checkout.outcome === 'consent-outdated') return { kind: 'outdated' };
    if (checkout.outcome === 'cookie-needed') return { kind: 'cookies' };
    if (checkout.outcome === 'already-member') {
      onAlreadyMember();
      return null;
    }
    const collected = await card.collect(holderOf(draft, cardHolder));
    if (collected.outcome !== 'collected') {
      if (collected.outcome === 'failed') report(new Error(collected.message));
      return { kind: 'card', message: collected.message, marked: collected.outcome === 'invalid' };
    }
    const { clientSecret, stripeCustomerId } = checkout;
    const payment = { paymentIntentId: clientSecret.split('_secret_')[0] ?? '', stripeCustomerId };
    store.storePayment(payment);
    const found = await confirm(payment, draft, collected.confirmationToken);
    if (found !== null) store.storePayment({ paymentIntentId: null });
    return found;
  };

  const confirm = async (
    payment: StartedPayment,
    draft: CompleteSignUpDraft,
    confirmationToken: string,
  ): Promise<SignUpPaymentProblem | null> => {
    try {
      let answer = await payOrRequestPaymentResult(payment, draft, { confirmationToken });
      if (answer.outcome === 'authenticate') {
        await card.authenticate(answer.clientSecret);
        answer = await payOrRequestPaymentResult(payment, draft);
      }
      return settle(payment, answer);
    } catch (error) {
      if (!isServiceError(error)) return { kind: 'confirmation', error };
      report(error);
      // The form stays open, so that a card that was not charged need not be typed again.
      return settle(payment, await payOrRequestPaymentResult(payment, draft).catch(() => null));
    }
  };

  const settle = (payment: StartedPayment, answer: PaymentConfirmation | null): SignUpPaymentProblem | null => {
    if (isPaymentNotMade(answer)) return { kind: 'card', message: answer.message, marked: false };
    onPaid(payment, answer);
    return null;
  };

  /** Another tab used the key with other details: these are a separate payment. */
  const attemptWithNewKey = (draft: CompleteSignUpDraft, cardHolder: string) =>
    attempt({ ...draft, idempotencyKey: store.renewIdempotencyKey().idempotencyKey }, cardHolder);

  const pay = async (draft: CompleteSignUpDraft, cardHolder: string): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      const checked = await card.check();
      if (checked.outcome !== 'complete') {
        if (checked.outcome === 'failed') report(new Error(checked.message));
        setProblem({ kind: 'card', message: checked.message, marked: checked.outcome === 'invalid' });
        return;
      }
      const found = await attempt(withStoredKey(draft), cardHolder).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'conflict') return attemptWithNewKey(draft, cardHolder);
        throw error;
      });
      setProblem(found);
      if (found?.kind === 'confirmation') renewAfter(found.error);
    } catch (error) {
      if (isServiceError(error)) report(error);
      renewAfter(error);
      setProblem({ kind: 'checkout', error });
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  /** A payment that accepts no more cards is replaced by another one after the wait. */
  const renewAfter = (error: unknown): void => {
    if (error instanceof ApiError && error.code === 'payment-attempts-exceeded') store.renewIdempotencyKey();
  };

  return { busy, problem, pay };
}
