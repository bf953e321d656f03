/** The facts about the e-mail address and the card when the 50p of a sign-up has been paid. */
export interface PaidSignUp {
  /**
   * `none`: no account; `never-subscribed`: an account that never had a trial or membership; `had-subscription`: any
   * other.
   */
  account: 'none' | 'never-subscribed' | 'had-subscription';
  /**
   * Trials started in the last `trialsPerCardDays`: with this card; and with it or, in accounts deleted since, with
   * this address.
   */
  trials: { ofCard: number; ofPerson: number };
}

/**
 * Maximum trials per card in `trialsPerCardDays`, and per address across deleted accounts: enough for the cars of a
 * household, not for a list of stolen cards.
 */
export const maxTrialsPerCard = 3;
export const trialsPerCardDays = 30;

/** The trials that started later count towards `maxTrialsPerCard`. */
export const trialsCountedSince = (now: Date): Date => new Date(now.getTime() - trialsPerCardDays * 86_400_000);

/**
 * `open-account`: a new account with its trial. `add-to-account`: the trial of an existing account; the payer is not
 * signed in. `return-payment`: a second trial or membership is not possible, so the 50p is refunded.
 */
export type SignUpOutcome = 'open-account' | 'add-to-account' | 'return-payment';

export const paymentReturnReasons = ['trial-limit', 'had-trial', 'not-started'] as const;

/**
 * Why a payment is refunded. `trial-limit`: the card has started its maximum of trials. `had-trial`: the address has an
 * account that had its trial, or reached the maximum in accounts deleted since; disclosed in the mail only.
 * `not-started`: we could not start the trial.
 */
export type PaymentReturnReason = (typeof paymentReturnReasons)[number];

/** The reasons that disclose nothing about an address, which the page may show to the payer (design, section 3). */
export const publicPaymentReturnReasons = [
  'trial-limit',
  'not-started',
] as const satisfies readonly PaymentReturnReason[];

/**
 * Why a sign-up can have no trial; null: it can. The limit is checked first: it is shown to the payer, and must be the
 * same for an address with and without an account.
 */
export function trialRefusalReason({ account, trials }: PaidSignUp): 'trial-limit' | 'had-trial' | null {
  if (trials.ofCard >= maxTrialsPerCard) return 'trial-limit';
  return account === 'had-subscription' || trials.ofPerson >= maxTrialsPerCard ? 'had-trial' : null;
}

/** The outcome of a paid sign-up. Paying never proves ownership of the mailbox (design, section 3). */
export function outcomeOfSignUp(signUp: PaidSignUp): SignUpOutcome {
  if (trialRefusalReason(signUp) !== null) return 'return-payment';
  return signUp.account === 'none' ? 'open-account' : 'add-to-account';
}
