/** For how many days a link to a report may work. */
export const shareDays = [1, 3, 7] as const;

/** How many links to one report may work at once. */
export const liveShares = 5;
