import { findLatestFullCheckResults } from '@ve/data/monitoring/alerts/latest-full-check.repository';
import { storeMonthlyValuation } from '@ve/data/monitoring/alerts/monthly-valuation.repository';
import type { VendorDailyBudget } from '@ve/data/jobs/limit/vendor-daily-usage.repository';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import { detectFinanceChanges, type LastKnownFinance } from '@ve/domain/monitoring/alerts/compare-finance';
import type { LastKnownLicensing } from '@ve/domain/monitoring/alerts/compare-licensing';
import {
  detectSpecificationChanges,
  type LastKnownSpecification,
} from '@ve/domain/monitoring/alerts/compare-specification';
import {
  detectMonthlyValueChange,
  type LastKnownMonthlyValue,
} from '@ve/domain/monitoring/alerts/compare-monthly-value';
import { monitorCheckIntervalStart, nextMonitorCheckDay } from '@ve/domain/monitoring/alerts/next-check';
import type { Valuation, VdiCheck } from '@ve/domain/vehicle/record/full-check';
import type { SpecificationData } from '@ve/domain/vehicle/record/vehicle-record';
import { addMonths, londonDate, startOfLondonDay } from '@ve/domain/kernel/time/london-date';
import { lastPlausibleMilesOf } from '../../full-check/fetch-free-sources.ts';
import type { JobContext } from '../../job-context.ts';
import type { FullCheckDeps } from '../../vehicle/vehicle-data-sources.ts';
import {
  type MonitorCheckTerms,
  type MonitoredCar,
  fetchPaidLookupWithinBudget,
  type PaidMonitorCheckLookup,
} from '../checks/permit-monitor-check.ts';
import { storeSpecificationDueDates } from './store-due-dates.ts';
import type { MonitorCheckAnswer, MonitorCheckResult, MonitorCheck } from './monitor-check.ts';

/** Intervals of the paid monitor checks in days (0: never), and their daily budgets. */
export interface PaidMonitorCheckSettings {
  specificationDays: number;
  valueDays: number;
  financeDays: number;
  /**
   * Monitor checks have budgets of their own, so that they never spend the vendor's budget for members' full checks.
   */
  specificationBudget: VendorDailyBudget;
  valueBudget: VendorDailyBudget;
  financeBudget: VendorDailyBudget;
}

/** True if a section of the member's own full check, which is already paid for, is newer than the known state. */
const isNews = ({ state }: MonitoredCar, at: Date): boolean =>
  state === null || state.lastResultRequestedAt === null || at > state.lastResultRequestedAt;

const financeAnswer = (
  data: Pick<VdiCheck, 'financeCount' | 'finance'>,
  askedAt: Date,
  everyDays: number,
): MonitorCheckAnswer => ({
  askedAt,
  compare: (known) => detectFinanceChanges(known as LastKnownFinance | null, data),
  nextDay: (_known, today) => nextMonitorCheckDay(today, everyDays, { checkedOn: londonDate(askedAt) }),
});

/** Compares UK Vehicle Data's response and stores the off-road status with the car. */
export const toSpecificationMonitorCheckAnswer = (
  data: SpecificationData,
  askedAt: Date,
  everyDays: number,
): MonitorCheckAnswer => ({
  askedAt,
  comparedWith: 'licensing',
  compare: (known, _today, licensing) =>
    detectSpecificationChanges(known as LastKnownSpecification | null, data, licensing as LastKnownLicensing | null),
  nextDay: (_known, today) => nextMonitorCheckDay(today, everyDays, { checkedOn: londonDate(askedAt) }),
  store: (em, { registration }, { known, other }) =>
    storeSpecificationDueDates(em, {
      ...{ registration, data, askedAt },
      known: { ...(other as LastKnownLicensing | null), ...(known as LastKnownSpecification) },
    }),
});

/** The value in a private sale in average condition. */
const valueAnswer = (
  { privateAverage: pence }: Pick<Valuation, 'privateAverage'>,
  askedAt: Date,
  everyDays: number,
): MonitorCheckAnswer => ({
  askedAt,
  compare: (known) => detectMonthlyValueChange(known as LastKnownMonthlyValue | null, pence, londonDate(askedAt)),
  nextDay: (known, today) => {
    const regular = nextMonitorCheckDay(today, everyDays, { checkedOn: londonDate(askedAt) });
    // Every month has its value: a check at the end of one month must not be followed by one after the next month.
    const nextMonth = addMonths(`${(known as LastKnownMonthlyValue).month}-01`, 1);
    return everyDays <= 31 && regular > nextMonth && nextMonth > today ? nextMonth : regular;
  },
  store: async (em, watched) => {
    if (pence === null) return;
    await storeMonthlyValuation(em, watched, {
      month: londonDate(askedAt).slice(0, 7),
      valuePence: pence,
      fetchedAt: askedAt,
    });
  },
});

/** Buys a look-up within its budget, as an answer to compare. */
const buy = async <T>(
  {
    answerOf,
    ...lookup
  }: PaidMonitorCheckLookup<T> & { answerOf: (data: T, askedAt: Date, everyDays: number) => MonitorCheckAnswer },
  car: MonitoredCar,
  context: JobContext,
): Promise<MonitorCheckResult> => {
  const bought = await fetchPaidLookupWithinBudget(lookup, car, context);
  if (!bought.ok) return bought;
  return { ok: true, answer: answerOf(bought.data, bought.askedAt, lookup.terms.everyDays) };
};

/**
 * The paid monitor checks of registers and prices. The look-ups are not aborted on shutdown: a response is paid for.
 */
export const createPaidMonitorChecks = (
  {
    sources: { specification: specifications },
    registers,
    valuations,
  }: Pick<FullCheckDeps, 'registers' | 'valuations'> & { sources: Pick<FullCheckDeps['sources'], 'specification'> },
  {
    specificationDays,
    valueDays,
    financeDays,
    specificationBudget,
    valueBudget,
    financeBudget,
  }: PaidMonitorCheckSettings,
): Record<'specification' | 'finance' | 'value', MonitorCheck> => {
  const ofSpecification: MonitorCheckTerms = {
    aspect: 'specification',
    everyDays: specificationDays,
    paid: true,
    switches: ['keeper-change', 'plate-change'],
  };
  const ofFinance: MonitorCheckTerms = { aspect: 'finance', everyDays: financeDays, paid: true, switches: ['finance'] };
  const ofValue: MonitorCheckTerms = {
    aspect: 'value',
    everyDays: valueDays,
    paid: true,
    switches: ['value'],
    resultFreshSince: (now) => startOfLondonDay(`${londonDate(now).slice(0, 7)}-01`),
  };
  return {
    specification: {
      ...ofSpecification,
      findHeld: async (car, { em, now }) => {
        const section = (await findVehicleRecord(em, car.registration))?.record.specification;
        if (section?.state !== 'found') return null;
        const at = new Date(section.at);
        const isRecent = at >= monitorCheckIntervalStart(now(), specificationDays) && at <= now();
        return isRecent && isNews(car, at)
          ? toSpecificationMonitorCheckAnswer(section.data, at, specificationDays)
          : null;
      },
      fetch: (car, context) => {
        const find = () => specifications.find(car.registration);
        const paid = { terms: ofSpecification, vendor: 'Watch specification', budget: specificationBudget, find };
        return buy({ ...paid, answerOf: toSpecificationMonitorCheckAnswer }, car, context);
      },
    },
    finance: {
      ...ofFinance,
      findHeld: async (car, { em }) => {
        const check = await findLatestFullCheckResults(em, car.userId, car.registration);
        if (check?.vdi?.state !== 'found') return null;
        const at = new Date(check.vdi.at);
        return isNews(car, at) ? financeAnswer(check.vdi.data, at, financeDays) : null;
      },
      fetch: (car, context) => {
        const find = () => registers.find(car.registration);
        const paid = { terms: ofFinance, vendor: 'Watch finance', budget: financeBudget, find };
        return buy({ ...paid, answerOf: financeAnswer }, car, context);
      },
    },
    value: {
      ...ofValue,
      findHeld: async (car, { em, now }) => {
        const check = await findLatestFullCheckResults(em, car.userId, car.registration);
        if (check?.valuation?.state !== 'found') return null;
        const at = new Date(check.valuation.at);
        const isOfThisMonth = londonDate(at).slice(0, 7) === londonDate(now()).slice(0, 7);
        return isOfThisMonth && isNews(car, at) ? valueAnswer(check.valuation.data, at, valueDays) : null;
      },
      fetch: async (car, context) => {
        const stored = await findVehicleRecord(context.em, car.registration);
        const find = () => valuations.find(car.registration, stored && lastPlausibleMilesOf(stored.record));
        const paid = { terms: ofValue, vendor: 'Watch value', budget: valueBudget, find };
        return buy({ ...paid, answerOf: valueAnswer }, car, context);
      },
    },
  };
};
