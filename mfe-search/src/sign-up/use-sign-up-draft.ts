import { useCallback, useRef, useState } from 'react';
import {
  updateSignUpDraft,
  type SignUpDraft,
  type SignUpDraftChange,
  emptySignUpDraft,
  readSignUpDraft,
  clearSignUpDraft,
  storeSignUpDraft,
} from './draft.ts';

export interface SignUpDraftStore {
  draft: SignUpDraft;
  change: (change: SignUpDraftChange) => void;
  /** Stores the payment that was started, until its result is known. */
  storePayment: (payment: Partial<Pick<SignUpDraft, 'paymentIntentId' | 'stripeCustomerId'>>) => void;
  /** For a payment that must not be treated as the last one. */
  renewIdempotencyKey: () => SignUpDraft;
  clear: () => void;
}

/** The visitor's sign-up, stored in the browser at every change, since the page may be left at any time. */
export function useSignUpDraft(): SignUpDraftStore {
  const [draft, setDraft] = useState(() => readSignUpDraft(Date.now()) ?? emptySignUpDraft(Date.now()));
  const latest = useRef(draft);
  const update = useCallback((next: SignUpDraft) => {
    latest.current = next;
    storeSignUpDraft(next);
    setDraft(next);
  }, []);
  const change = useCallback(
    (part: SignUpDraftChange) => update(updateSignUpDraft(latest.current, part, Date.now())),
    [update],
  );
  const storePayment = useCallback(
    (payment: Parameters<SignUpDraftStore['storePayment']>[0]) => update({ ...latest.current, ...payment }),
    [update],
  );
  const renewIdempotencyKey = useCallback(() => {
    const renewed = { ...latest.current, idempotencyKey: crypto.randomUUID(), paymentIntentId: null };
    update(renewed);
    return renewed;
  }, [update]);
  const clear = useCallback(() => {
    clearSignUpDraft();
    latest.current = emptySignUpDraft(Date.now());
    setDraft(latest.current);
  }, []);
  return { draft, change, storePayment, renewIdempotencyKey, clear };
}
