/**
 * New cards of one account that a bank is asked about: so many at once, and then one more in each part of a day. What a
 * browser tries with a card's SetupIntent counts as well. Beyond that somebody is trying cards.
 */
export const newCards = { name: 'card', burst: 5, perHour: 5 / 24 } as const;

/**
 * Of these, those whose holder the bank asks: the browser is given a secret with which it could try other cards until the
 * first of them is heard of.
 */
export const bankQuestions = { name: 'card-question', burst: 2, perHour: 2 / 24 } as const;

/** How long a bank's question stays open that nobody answers. */
export const bankQuestionMs = 15 * 60_000;
