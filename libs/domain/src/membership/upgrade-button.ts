import { formatMoney } from '../kernel/money/format-money.ts';
import type { MembershipState } from './membership-state.ts';
import type { ChargeTiming } from './membership-timeline.ts';
import { membershipOffer } from './offer.ts';

/** The effect of paying now: ends the trial, makes a new contract, or pays the amount owed. */
export type UpgradeKind = 'early' | 'again' | 'owed';

export const upgradeKindOf = (state: MembershipState): UpgradeKind => {
  if (state === 'trial') return 'early';
  return state === 'cancelled' || state === 'none' ? 'again' : 'owed';
};

/** A membership as pages receive it. */
export interface UpgradableMembership {
  state: MembershipState;
  nextCharge: { timing: ChargeTiming } | null;
  payNow: { pence: number } | null;
}

/**
 * The label of the button that pays the full price now, for every page. The specification (section 2) names it for
 * users without a membership. Null: no button, because the period is paid for or the charge is being made within the
 * hour.
 */
export function upgradeButtonLabel({ state, nextCharge, payNow }: UpgradableMembership): string | null {
  switch (state) {
    case 'none':
    case 'trial':
      return 'Upgrade Early';
    case 'cancelled':
      return 'Start again';
    case 'active':
      return null;
    case 'charge-due':
      return nextCharge?.timing === 'due' ? null : payButtonLabel(payNow?.pence);
    case 'past-due':
    case 'expired':
      return payButtonLabel(payNow?.pence);
  }
}

/** The label of the button that pays this amount. */
export const payButtonLabel = (pence: number = membershipOffer.membership.pence): string =>
  `Pay ${formatMoney(pence, membershipOffer.currency)} now`;
