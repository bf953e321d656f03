import { formatCountWithNoun } from '../../kernel/text/phrases.ts';
import type { CostCertainty } from '../costs/certainty.ts';
import { vehicleKind } from '../record/vehicle-kind.ts';
import { isElectric } from '../electric/is-electric.ts';
import { formatPounds } from '../../kernel/money/format-pounds.ts';
import type { SourceName, VehicleRecord } from '../record/vehicle-record.ts';
import type { IsoDate, IsoInstant } from '../../kernel/time/iso-date.ts';
import { formatDate } from '../../kernel/time/format-date.ts';
import { addDays, addMonths, isCalendarDay, yearsBetween } from '../../kernel/time/london-date.ts';
import { type VehicleTaxYearRates, vehicleTaxYearRatesOf } from './rates.ts';
import { firstRegistrationOf, standardTaxRateSince } from './vehicle-tax.ts';

/** The supplement for cars that were expensive when new. */
export interface ExpensiveCarSupplement {
  state: 'due' | 'may-be-due' | 'not-due';
  /** Its last day; null if none is due. */
  until: IsoDate | null;
  /** The number of yearly payments that a new keeper may still have to make. */
  yearsLeft: number;
  certainty: CostCertainty;
  words: string;
  note: string;
  source: SourceName;
  at: IsoInstant;
}

/** Electric cars registered before this day never pay it. */
const electricPaySince: IsoDate = '2025-04-01';

/**
 * The supplement on a car first registered since April 2017, due in its second to sixth year if its list price was
 * above a threshold. The end date is DVLA's if it has one, otherwise derived from the car's age, since no source has
 * the list price. Null for a car to which it cannot apply.
 */
export function expensiveCarSupplement(record: VehicleRecord, today: IsoDate): ExpensiveCarSupplement | null {
  const registered = firstRegistrationOf(record, today);
  const { licensing } = record;
  const end = licensing.state === 'found' ? licensing.data.artEndDate : null;
  const year = vehicleTaxYearRatesOf(today);
  const given = { source: licensing.source, at: licensing.at, certainty: 'given' as const };
  if (end !== null && isCalendarDay(end)) {
    if (end < today) {
      return { ...given, ...over, words: `Over since ${formatDate(end)}`, note: 'DVLA gives its end date.' };
    }
    const yearsLeft = yearsBetween(today, end) + 1;
    const isExempt = isElectric(record) && registered !== null && registered.value.date < electricPaySince;
    const contradicted = isExempt
      ? ' Electric cars first registered before April 2025 do not pay it. The two contradict each other: ask DVLA.'
      : '';
    const note = `${amount(year)} DVLA gives its end date.${contradicted}`;
    return {
      ...given,
      state: 'due',
      until: end,
      yearsLeft,
      words: `Due until ${formatDate(end)}${left(yearsLeft)}`,
      note,
    };
  }
  if (registered === null || registered.value.date < standardTaxRateSince || vehicleKind(record) !== 'car') return null;
  const { date, exact } = registered.value;
  const known = { source: registered.source, at: registered.at };
  if (isElectric(record) && date < electricPaySince) {
    const note = 'Electric cars first registered before April 2025 do not pay it.';
    return { ...known, ...over, certainty: 'worked-out', words: 'Not due', note };
  }
  const start = addMonths(date, 12);
  // If only the month is known, its last day: a few weeks too long is better than too short.
  const until = addDays(addMonths(exact ? date : addDays(addMonths(date, 1), -1), 72), -1);
  if (until < today) {
    const note = 'It is due for five years only, from the second to the sixth.';
    return { ...known, ...over, certainty: 'worked-out', words: 'Not due', note };
  }
  const yearsLeft = Math.min(5, yearsBetween(today < start ? start : today, until) + 1);
  const since = today < start ? `from ${formatDate(start)} ` : '';
  return {
    ...known,
    state: 'may-be-due',
    until,
    yearsLeft,
    certainty: 'estimated',
    words: `May be due ${since}until ${formatDate(until)}${left(yearsLeft)}`,
    note: `${amount(year)} It depends on the list price when new${threshold(record, year)}, which none of our sources gives. Ask the seller, or look at its last tax payment.`,
  };
}

const over = { state: 'not-due', until: null, yearsLeft: 0 } as const;

const left = (years: number): string =>
  `, at most ${formatCountWithNoun(years, 'more yearly payment')} by a new keeper`;

function amount(year: VehicleTaxYearRates | null): string {
  if (year === null) return 'It comes on top of the yearly tax.';
  const { pence, exact } = year.supplement;
  return `${exact ? '' : 'About '}${formatPounds(pence)} a year on top (${year.name}).`;
}

function threshold(record: VehicleRecord, year: VehicleTaxYearRates | null): string {
  if (year === null) return '';
  const pounds = isElectric(record) ? year.threshold.electric : year.threshold.other;
  return `, above ${formatPounds(pounds * 100)}`;
}
