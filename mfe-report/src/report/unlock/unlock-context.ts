import type { CheckStep } from '@ve/contracts/http/report/reports';
import type { IsoInstant } from '@ve/domain/kernel/time/iso-date';
import type { UpgradeSubmission } from '@ve/mfe-kit/upgrade';
import type { SlowFetch } from '../pending/use-slow-fetch.ts';
import { createContext, useContext } from 'react';

/** Where an unlock button is; `bar` is the phone's action bar. */
export type UnlockPlace = 'rail' | 'bar' | 'end' | 'vdi' | 'additional';

/** The element that takes the focus when a check started at the place has ended. */
export const unlockedId = (place: UnlockPlace): string => `unlocked-${place}`;

/** Where unlocking stands. */
export interface Unlock {
  /** `loading`: not known yet, as for a visitor. `lost`: it runs, but cannot be followed at the moment. */
  phase: 'loading' | 'idle' | 'starting' | 'running' | 'lost' | 'done';
  steps: readonly CheckStep[];
  /** When the result was made. */
  checkedAt: IsoInstant | null;
  /** Whether the check of this billing period is done: unlocking again would answer the same. */
  isOfThisPeriod: boolean;
  /** Of a member without a check left: when the next one comes, or that none does; else null. */
  noCheckLeft?: string | null;
  /** A part could not be read and is asked for again. */
  isRetrying: boolean;
  /**
   * Why there is no result, until the next try; `short` in one line. `needsSupport`: only support can give the credit back.
   */
  failure: { title: string; text: string; short: string; needsSupport: boolean } | null;
  /** Where it was last started or paid for from this page. */
  pressedAt: UnlockPlace | null;
  start: (place: UnlockPlace) => void;
  resume: () => void;
  /** What is offered while the check takes its time. */
  slow: SlowFetch | null;
  upgrade: UpgradeSubmission;
  /** The payment for this vehicle's check was begun in this tab; the check starts once it is made. */
  isPaymentPending: boolean;
  /** Asks whether to pay; the check follows the payment. */
  requestPayment: (place: UnlockPlace) => void;
}

const nothing = () => undefined;

/** Before anything is known of a signed-in reader, and for a visitor. */
export const initialUnlock: Unlock = {
  phase: 'loading',
  steps: [],
  checkedAt: null,
  isOfThisPeriod: false,
  isRetrying: false,
  failure: null,
  pressedAt: null,
  start: nothing,
  resume: nothing,
  slow: null,
  upgrade: { state: 'idle' },
  isPaymentPending: false,
  requestPayment: nothing,
};

export const UnlockContext = createContext<Unlock | null>(null);

/** Where unlocking stands; null on a page without unlocking: a sample or a shared report. */
export const useUnlock = (): Unlock | null => useContext(UnlockContext);
