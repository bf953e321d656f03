import { createCheckout } from '@ve/contracts/http/checkout';
import { consents } from '@ve/domain/membership/consents';
import { declineWords } from '@ve/domain/membership/decline-words';
import { ApiError, callApi } from '@ve/mfe-kit/api';
import type { Card, CardConfirmation } from '@ve/mfe-kit/card-payment';
import { reportError } from '@ve/mfe-kit/report-errors';
import { useRef, useState } from 'react';
import { type CompleteDraft, type Draft, readDraft } from '../draft.ts';
import type { DraftStore } from '../use-draft.ts';
import { askOnce, type BegunPayment } from './confirm.ts';

/** `card`: something about the card, to be corrected in its field. */
export type PaymentProblem =
  { kind: 'card'; message: string } | { kind: 'checkout'; error: unknown } | { kind: 'outdated' };

export interface PaymentEnds {
  /** `agreed`: the bank said yes. Otherwise it may have: only the service can say. */
  onPaid: (payment: BegunPayment, agreed: boolean) => void;
  onAlreadyMember: () => void;
}

const report = (error: unknown): void => {
  reportError(error, { type: 'Payment Error', componentName: 'PaymentStep' });
};

/** Faults of ours or of Stripe's; a limit or an invalid field is none. */
const isFault = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

const detailsOf = ({ fullName, email, address, regNumber }: Draft): string =>
  JSON.stringify([fullName, email, address, regNumber]);

/** Another tab may have begun to pay with the same details: then it is the same payment. */
function withStoredKey(draft: CompleteDraft): CompleteDraft {
  const stored = readDraft(Date.now());
  if (stored === null || detailsOf(stored) !== detailsOf(draft)) return draft;
  return { ...draft, idempotencyKey: stored.idempotencyKey };
}

/**
 * Paying: checkout, then the bank, then the service. Repeated for the same details it is the same payment, so neither
 * a second click nor a lost answer pays twice.
 */
export function usePayment(card: Card, store: DraftStore, { onPaid, onAlreadyMember }: PaymentEnds) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PaymentProblem | null>(null);
  const running = useRef(false);

  /** What is wrong, or null when the payment is in other hands. */
  const attempt = async (draft: CompleteDraft, cardHolder: string): Promise<PaymentProblem | null> => {
    const checkout = await callApi(createCheckout, {
      body: {
        customerData: {
          fullName: draft.fullName,
          email: draft.email,
          regNumber: draft.regNumber,
          address: draft.address,
        },
        consents: { terms: consents.terms.version, startNow: consents['start-now'].version },
        idempotencyKey: draft.idempotencyKey,
      },
    });
    if (checkout.outcome === 'consent-outdated') return { kind: 'outdated' };
    if (checkout.outcome === 'already-member') {
      onAlreadyMember();
      return null;
    }
    const { clientSecret, stripeCustomerId } = checkout;
    const payment = { paymentIntentId: clientSecret.split('_secret_')[0] ?? '', stripeCustomerId };
    store.keepPayment(payment);
    const confirmation = await card.pay(clientSecret, {
      name: cardHolder,
      email: draft.email,
      address: {
        line1: draft.address.line_1,
        line2: [draft.address.line_2, draft.address.line_3].filter((line) => line !== '').join(', '),
        city: draft.address.post_town,
        postalCode: draft.address.postcode,
      },
    });
    const refusal = await settle(confirmation, payment, draft);
    if (refusal === null) return null;
    store.keepPayment({ paymentIntentId: null });
    return { kind: 'card', message: refusal };
  };

  /** Why nothing was paid; null when it was, or may have been. */
  const settle = async (
    confirmation: CardConfirmation,
    payment: BegunPayment,
    draft: CompleteDraft,
  ): Promise<string | null> => {
    switch (confirmation.outcome) {
      case 'invalid':
        return confirmation.message;
      case 'refused':
        return declineWords(...confirmation.codes);
      case 'failed':
        report(new Error(confirmation.message));
        return confirmation.message;
      case 'unknown': {
        report(new Error(`Payment without a clear answer: ${confirmation.message}`));
        // The form is still here, so that a card that was not charged need not be typed again.
        const answer = await askOnce(payment, draft).catch(() => null);
        if (answer?.outcome === 'not-paid') return answer.message;
        break;
      }
      case 'succeeded':
    }
    onPaid(payment, confirmation.outcome === 'succeeded');
    return null;
  };

  /** The key was used with other details, by another tab: these are a payment of their own. */
  const attemptWithNewKey = (draft: CompleteDraft, cardHolder: string) =>
    attempt({ ...draft, idempotencyKey: store.renewKey().idempotencyKey }, cardHolder);

  const pay = async (draft: CompleteDraft, cardHolder: string): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      const found = await attempt(withStoredKey(draft), cardHolder).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'conflict') return attemptWithNewKey(draft, cardHolder);
        throw error;
      });
      setProblem(found);
    } catch (error) {
      if (isFault(error)) report(error);
      // This payment takes no more cards; after the wait it is another one.
      if (error instanceof ApiError && error.code === 'payment-attempts-exceeded') store.renewKey();
      setProblem({ kind: 'checkout', error });
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return { busy, problem, pay };
}
