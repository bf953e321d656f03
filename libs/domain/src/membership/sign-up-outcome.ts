/** What is known of the e-mail address and the card when the 50p of a sign-up has been paid. */
export interface PaidSignUp {
  /** `none`: no account; `never-subscribed`: an account that never had a trial or membership; `had-subscription`: any other. */
  account: 'none' | 'never-subscribed' | 'had-subscription';
  /** Trials started in the last `trialsPerCardDays` with this card, or in an account deleted since with this card or address. */
  trials: number;
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

/** What a paid sign-up leads to. Paying never proves that the mailbox is one's own (design, section 3). */
export function outcomeOfSignUp({ account, trials }: PaidSignUp): SignUpOutcome {
  if (account === 'had-subscription' || trials >= trialsPerCard) return 'return-payment';
  return account === 'none' ? 'open-account' : 'add-to-account';
}
