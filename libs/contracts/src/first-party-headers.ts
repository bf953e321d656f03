/**
 * The header that our own pages send on every non-GET call. A cross-origin page cannot send it without a CORS
 * preflight, which is never granted.
 */
export const firstPartyHeaders = { 'x-requested-with': 'vehicle-enquiry' } as const;
