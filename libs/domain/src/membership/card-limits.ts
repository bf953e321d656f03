/**
 * The rate limit of new cards per account that are sent to a bank, including what a browser tries with a card's
 * SetupIntent. More than that is card testing.
 */
export const newCardRateLimit = { name: 'card', burst: 5, perHour: 5 / 24 } as const;

/**
 * The rate limit of new cards that require authentication: the browser gets a secret with which it could try other
 * cards until the first result arrives.
 */
export const cardAuthenticationLimit = { name: 'card-question', burst: 2, perHour: 2 / 24 } as const;

/** How long, in milliseconds, an unanswered authentication stays open. */
export const openCardAuthenticationMs = 15 * 60_000;
