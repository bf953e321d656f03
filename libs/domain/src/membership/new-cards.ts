/**
 * Cards that a member may have their bank asked about in a day, to be charged from then on; each that a bank refuses counts
 * twice where the browser asked. Beyond that somebody is trying cards.
 */
export const newCardsADay = 5;
