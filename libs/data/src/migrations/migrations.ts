import { Baseline } from './0001-baseline.ts';

export const baseline = '0001-baseline';

/** In the order in which they run. A released migration is never edited: the next one corrects it. */
export const migrations = [{ name: baseline, class: Baseline }];
