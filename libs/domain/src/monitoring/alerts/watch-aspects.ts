/**
 * The monitored aspects of a member's car, each with its own schedule and source: `licensing` DVLA (tax, scrapped,
 * exported), `testing` DVSA (MOT, recall flag), `specification` UK Vehicle Data (keepers, plates), `recalls` DVSA's
 * recall file, `value` a valuation, `finance` a VDI check, `petrol` Fuel Finder.
 */
export const monitorAspects = [
  'licensing',
  'testing',
  'specification',
  'recalls',
  'value',
  'finance',
  'petrol',
] as const;
export type MonitorAspect = (typeof monitorAspects)[number];
