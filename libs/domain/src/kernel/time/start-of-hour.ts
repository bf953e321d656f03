const anHour = 3_600_000;

/** The start of the UTC hour, the unit in which page views and readings are counted. */
export const startOfHour = (at: Date): Date => new Date(Math.floor(at.getTime() / anHour) * anHour);
