import { useCallback, useRef, useState } from 'react';
import {
  updateDraft,
  type Draft,
  type DraftChange,
  emptyDraft,
  readDraft,
  removeSignUpDraft,
  storeDraft,
} from './draft.ts';

export interface DraftStore {
  draft: Draft;
  change: (change: DraftChange) => void;
  /** Stores the payment that was started, until its result is known. */
  storePayment: (payment: Partial<Pick<Draft, 'paymentIntentId' | 'stripeCustomerId'>>) => void;
  /** For a payment that must not be treated as the last one. */
  renewIdempotencyKey: () => Draft;
  clear: () => void;
}

/** The visitor's sign-up, stored in the browser at every change, since the page may be left at any time. */
export function useDraft(): DraftStore {
  const [draft, setDraft] = useState(() => readDraft(Date.now()) ?? emptyDraft(Date.now()));
  const latest = useRef(draft);
  const update = useCallback((next: Draft) => {
    latest.current = next;
    storeDraft(next);
    setDraft(next);
  }, []);
  const change = useCallback((part: DraftChange) => update(updateDraft(latest.current, part, Date.now())), [update]);
  const storePayment = useCallback(
    (payment: Parameters<DraftStore['storePayment']>[0]) => update({ ...latest.current, ...payment }),
    [update],
  );
  const renewIdempotencyKey = useCallback(() => {
    const renewed = { ...latest.current, idempotencyKey: crypto.randomUUID(), paymentIntentId: null };
    update(renewed);
    return renewed;
  }, [update]);
  const clear = useCallback(() => {
    removeSignUpDraft();
    latest.current = emptyDraft(Date.now());
    setDraft(latest.current);
  }, []);
  return { draft, change, storePayment, renewIdempotencyKey, clear };
}
