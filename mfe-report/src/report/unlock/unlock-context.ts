import type { FullCheckStep } from '@ve/contracts/full-check';
import type { IsoInstant } from '@ve/domain/kernel/time/iso-date';
import type { UpgradeSubmission } from '@ve/mfe-kit/upgrade';
import type { StatusTone } from '@ve/ui/status/status';
import type { SlowFetchState } from '../pending/use-slow-fetch.ts';
import { createContext, useContext } from 'react';

/** The place of an unlock button; `bar` is the phone's action bar. */
export type FullCheckUnlockPlace = 'rail' | 'bar' | 'vdi' | 'additional';

/** The id of the element that takes the focus when a check started at the place has ended. */
export const fullCheckUnlockedElementId = (place: FullCheckUnlockPlace): string => `unlocked-${place}`;

export interface FullCheckUnlockState {
  /** `loading`: not known yet, as for a visitor. `lost`: it runs, but its progress cannot be read at the moment. */
  phase: 'loading' | 'idle' | 'starting' | 'running' | 'lost' | 'done';
  steps: readonly FullCheckStep[];
  checkedAt: IsoInstant | null;
  /** Whether the check of this billing period is done: unlocking again would return the same. */
  isOfThisPeriod: boolean;
  /** When the next check is granted, or that none is, for a member without a credit; null for other readers. */
  noCheckLeft?: string | null;
  /** The next step of a verdict with what the member's credits allow. */
  nextStepOf?: (next: string, tone: StatusTone) => string;
  /** A part could not be read and is being retried. */
  isRetrying: boolean;
  /**
   * Why there is no result, until the next attempt; `short` in one line. `needsSupport`: only support can return the
   * credit.
   */
  failure: { title: string; text: string; short: string; needsSupport: boolean } | null;
  /** The place of the button that last started the check or its payment on this page. */
  pressedAt: FullCheckUnlockPlace | null;
  start: (place: FullCheckUnlockPlace) => void;
  resume: () => void;
  /** The options while the check is slow. */
  slow: SlowFetchState | null;
  upgrade: UpgradeSubmission;
  /** The payment for this vehicle's check was started in this tab; the check starts after it. */
  isPaymentPending: boolean;
  /** Opens the confirmation of a payment, which the check follows. */
  requestPayment: (place: FullCheckUnlockPlace) => void;
}

const nothing = () => undefined;

/** The state before a signed-in reader's is known, and of a visitor. */
export const initialFullCheckUnlockState: FullCheckUnlockState = {
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

export const FullCheckUnlockContext = createContext<FullCheckUnlockState | null>(null);

/** The state of unlocking; null on a page without it: a sample or a shared report. */
export const useFullCheckUnlockState = (): FullCheckUnlockState | null => useContext(FullCheckUnlockContext);
