const anHour = 3_600_000;

/** The beginning of the hour of UTC, by which pages and readings are counted. */
export const startOfHour = (at: Date): Date => new Date(Math.floor(at.getTime() / anHour) * anHour);
