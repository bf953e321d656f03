/** For how many days a link to a report may work. */
export const shareDays = [1, 3, 7] as const;

/** How many links to one report may work at once: one that ended or was taken back makes room. */
export const liveShares = 5;

/** How many links an account may make in 24 hours, over all its reports, whatever became of them. */
export const sharesPerDay = 20;
