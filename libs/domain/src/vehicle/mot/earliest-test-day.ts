import type { IsoDate } from '../../kernel/time/iso-date.ts';
import { addDays, addMonths } from '../../kernel/time/london-date.ts';

/**
 * The first day on which a vehicle can be tested and keep the date of its MOT: a month, less a day, before it. For a
 * certificate to 15 May: 16 April (GOV.UK, "Getting an MOT").
 */
export const earliestMotTestDay = (expires: IsoDate): IsoDate => addDays(addMonths(expires, -1), 1);
