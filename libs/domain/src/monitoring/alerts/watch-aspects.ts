/**
 * What is looked at about a member's car, each on its own schedule and of a source of its own: `licensing` DVLA's answer
 * (tax, scrapped, exported), `testing` DVSA's (MOT, recall flag), `specification` UK Vehicle Data's (keepers, plates),
 * `recalls` DVSA's recall file, `value` a valuation, `finance` a VDI check, `petrol` Fuel Finder.
 */
export const watchAspects = ['licensing', 'testing', 'specification', 'recalls', 'value', 'finance', 'petrol'] as const;
export type WatchAspect = (typeof watchAspects)[number];
