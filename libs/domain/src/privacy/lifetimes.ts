/** How long a finished export is kept, in milliseconds. */
export const dataExportRetentionMs = 7 * 86_400_000;

/** An export that takes longer, in milliseconds, was lost, and does not prevent another one. */
export const dataExportMaxDurationMs = 3_600_000;

/** How long the link to delete an account is valid, in milliseconds. */
export const accountDeletionLinkLifetimeMs = 24 * 3_600_000;

/** How long the link of a request about data is valid, in milliseconds. */
export const dataRequestLinkLifetimeMs = 3_600_000;

/**
 * How long the deletion of an account waits for a pending mail, in milliseconds: longer than its sending is retried.
 */
export const accountDeletionMailWaitMs = 3_600_000;
