import type { WatchAspect } from './watch-aspects.ts';

/**
 * After how many days a source that asks for nothing is looked at again, at the latest. DVLA has no other way to tell of a
 * change; DVSA's daily files leave out the recall flag, which only an answer about one car has; petrol prices are compared
 * with what was imported. The list of recalls is read daily, and a car looked at when it has changed.
 */
export const freeCheckDays = { licensing: 7, testing: 28, recalls: 1, petrol: 1 } as const satisfies Partial<
  Record<WatchAspect, number>
>;

/** The most days between two looks at finance: before anybody pays, the landing page says every three months. */
export const maxFinanceCheckDays = 91;
