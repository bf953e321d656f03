/** What is known of the e-mail address and the card when the 50p of a sign-up has been paid. */
export interface PaidSignUp {
  /** `none`: no account; `never-subscribed`: an account that never had a trial or membership; `had-subscription`: any other. */
  account: 'none' | 'never-subscribed' | 'had-subscription';
  /** Trials started in the last `trialsPerCardDays`: with this card; and with it or, in accounts deleted since, this address. */
  trials: { ofCard: number; ofPerson: number };
}

/**
 * Trials one card may start in so many days, and one address by deleting its account each time: a household's cars, but not
 * a card tester's list.
 */
export const trialsPerCard = 3;
export const trialsPerCardDays = 30;

/**
 * `open-account`: a new account with its trial. `add-to-account`: the trial of an existing account; whoever paid is not
 * signed in. `return-payment`: nobody has a second trial or a second membership, so the 50p goes back.
 */
export type SignUpOutcome = 'open-account' | 'add-to-account' | 'return-payment';

export const returnReasons = ['trial-limit', 'had-trial', 'not-started'] as const;

/**
 * Why a payment goes back. `trial-limit`: the card has started as many trials as it may. `had-trial`: the address has an
 * account that had its trial, or had as many as it may in accounts deleted since; told in the mail alone. `not-started`: we could not start the trial.
 */
export type ReturnReason = (typeof returnReasons)[number];

/** Of the reasons, those that are no news of an address: whoever pays may read them on the page (design, section 3). */
export const visibleReturnReasons = ['trial-limit', 'not-started'] as const satisfies readonly ReturnReason[];

/**
 * Why a sign-up can have no trial; null: it can. The limit comes first: it is shown to whoever pays, and must read the same
 * for an address with and without an account.
 */
export function trialRefusalReason({ account, trials }: PaidSignUp): 'trial-limit' | 'had-trial' | null {
  if (trials.ofCard >= trialsPerCard) return 'trial-limit';
  return account === 'had-subscription' || trials.ofPerson >= trialsPerCard ? 'had-trial' : null;
}

/** What a paid sign-up leads to. Paying never proves that the mailbox is one's own (design, section 3). */
export function outcomeOfSignUp(signUp: PaidSignUp): SignUpOutcome {
  if (trialRefusalReason(signUp) !== null) return 'return-payment';
  return signUp.account === 'none' ? 'open-account' : 'add-to-account';
}
