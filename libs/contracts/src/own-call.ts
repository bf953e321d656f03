/**
 * The header that our own pages put on every call that is not GET. A page of another site cannot send it without asking
 * first (CORS), and is never answered that it may.
 */
export const ownCall = { 'x-requested-with': 'vehicle-enquiry' } as const;
