/** The lifetimes of a share link, in days. */
export const reportShareLifetimeDays = [1, 3, 7] as const;

/** Maximum number of valid links to one report; an expired or revoked link does not count. */
export const maxLiveSharesPerReport = 5;

/** Maximum number of links that an account makes in 24 hours, over all its reports, including ended ones. */
export const maxReportSharesPerDay = 20;
