/** How long a finished export is kept, in milliseconds. */
export const dataExportMs = 7 * 86_400_000;

/** How long the link to delete an account is valid, in milliseconds. */
export const deletionLinkMs = 24 * 3_600_000;

/** How long the link of a request about data is valid, in milliseconds. */
export const dataRequestLinkMs = 3_600_000;

/** How long the deletion of an account waits for a pending mail, in milliseconds: longer than its sending is retried. */
export const mailWaitMs = 3_600_000;
