import { findLatestFullCheck } from '@ve/data/monitoring/alerts/latest-full-check.repository';
import { storeMonthlyValuation } from '@ve/data/monitoring/alerts/monthly-valuation.repository';
import type { DailyBudget } from '@ve/data/jobs/limit/vendor-daily-usage.repository';
import { findVehicle } from '@ve/data/vehicle/vehicle.repository';
import { compareFinance, type KnownFinance } from '@ve/domain/monitoring/alerts/compare-finance';
import type { KnownLicensing } from '@ve/domain/monitoring/alerts/compare-licensing';
import { compareSpecification, type KnownSpecification } from '@ve/domain/monitoring/alerts/compare-specification';
import { compareValue, type KnownValue } from '@ve/domain/monitoring/alerts/compare-value';
import { checkIntervalStart, nextCheckDay } from '@ve/domain/monitoring/alerts/next-check';
import type { Valuation, VdiCheck } from '@ve/domain/vehicle/record/full-check';
import type { Specification } from '@ve/domain/vehicle/record/vehicle-record';
import { addMonths, londonDate, startOfLondonDay } from '@ve/domain/kernel/time/london-date';
import { milesOf } from '../../full-check/fetch-free-sources.ts';
import type { JobContext } from '../../job-context.ts';
import type { CheckDeps } from '../../vehicle/sources.ts';
import { type CheckTerms, type MonitoredCar, fetchWithinBudget, type PaidLookup } from '../checks/permit-check.ts';
import { storeSpecificationDueDates } from './store-due-dates.ts';
import type { Answer, CheckResult, MonitorCheck } from './monitor-check.ts';

/** Intervals of the paid monitor checks in days (0: never), and their daily budgets. */
export interface PaidChecks {
  specificationDays: number;
  valueDays: number;
  financeDays: number;
  /** Monitor checks have budgets of their own, so that they never spend the vendor's budget for members' full checks. */
  specificationBudget: DailyBudget;
  valueBudget: DailyBudget;
  financeBudget: DailyBudget;
}

/** True if a section of the member's own full check, which is already paid for, is newer than the known state. */
const isNews = ({ state }: MonitoredCar, at: Date): boolean =>
  state === null || state.lastResultRequestedAt === null || at > state.lastResultRequestedAt;

const financeAnswer = (data: Pick<VdiCheck, 'financeCount' | 'finance'>, askedAt: Date, everyDays: number): Answer => ({
  askedAt,
  compare: (known) => compareFinance(known as KnownFinance | null, data),
  nextDay: (_known, today) => nextCheckDay(today, everyDays, { checkedOn: londonDate(askedAt) }),
});

/** Compares UK Vehicle Data's response and stores the off-road status with the car. */
export const specificationAnswer = (data: Specification, askedAt: Date, everyDays: number): Answer => ({
  askedAt,
  comparedWith: 'licensing',
  compare: (known, _today, licensing) =>
    compareSpecification(known as KnownSpecification | null, data, licensing as KnownLicensing | null),
  nextDay: (_known, today) => nextCheckDay(today, everyDays, { checkedOn: londonDate(askedAt) }),
  store: (em, { registration }, { known, other }) =>
    storeSpecificationDueDates(em, {
      ...{ registration, data, askedAt },
      known: { ...(other as KnownLicensing | null), ...(known as KnownSpecification) },
    }),
});

/** The value in a private sale in average condition. */
const valueAnswer = (
  { privateAverage: pence }: Pick<Valuation, 'privateAverage'>,
  askedAt: Date,
  everyDays: number,
): Answer => ({
  askedAt,
  compare: (known) => compareValue(known as KnownValue | null, pence, londonDate(askedAt)),
  nextDay: (known, today) => {
    const regular = nextCheckDay(today, everyDays, { checkedOn: londonDate(askedAt) });
    // Every month has its value: a check at the end of one month must not be followed by one after the next month.
    const nextMonth = addMonths(`${(known as KnownValue).month}-01`, 1);
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
  { answerOf, ...lookup }: PaidLookup<T> & { answerOf: (data: T, askedAt: Date, everyDays: number) => Answer },
  car: MonitoredCar,
  context: JobContext,
): Promise<CheckResult> => {
  const bought = await fetchWithinBudget(lookup, car, context);
  if (!bought.ok) return bought;
  return { ok: true, answer: answerOf(bought.data, bought.askedAt, lookup.terms.everyDays) };
};

/** The paid monitor checks of registers and prices. The look-ups are not aborted on shutdown: a response is paid for. */
export const createPaidChecks = (
  {
    sources: { specification: specifications },
    registers,
    valuations,
  }: Pick<CheckDeps, 'registers' | 'valuations'> & { sources: Pick<CheckDeps['sources'], 'specification'> },
  { specificationDays, valueDays, financeDays, specificationBudget, valueBudget, financeBudget }: PaidChecks,
): Record<'specification' | 'finance' | 'value', MonitorCheck> => {
  const ofSpecification: CheckTerms = {
    aspect: 'specification',
    everyDays: specificationDays,
    paid: true,
    switches: ['keeper-change', 'plate-change'],
  };
  const ofFinance: CheckTerms = { aspect: 'finance', everyDays: financeDays, paid: true, switches: ['finance'] };
  const ofValue: CheckTerms = {
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
        const section = (await findVehicle(em, car.registration))?.record.specification;
        if (section?.state !== 'found') return null;
        const at = new Date(section.at);
        const isRecent = at >= checkIntervalStart(now(), specificationDays) && at <= now();
        return isRecent && isNews(car, at) ? specificationAnswer(section.data, at, specificationDays) : null;
      },
      fetch: (car, context) => {
        const find = () => specifications.find(car.registration);
        const paid = { terms: ofSpecification, vendor: 'Watch specification', budget: specificationBudget, find };
        return buy({ ...paid, answerOf: specificationAnswer }, car, context);
      },
    },
    finance: {
      ...ofFinance,
      findHeld: async (car, { em }) => {
        const check = await findLatestFullCheck(em, car.userId, car.registration);
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
        const check = await findLatestFullCheck(em, car.userId, car.registration);
        if (check?.valuation?.state !== 'found') return null;
        const at = new Date(check.valuation.at);
        const isOfThisMonth = londonDate(at).slice(0, 7) === londonDate(now()).slice(0, 7);
        return isOfThisMonth && isNews(car, at) ? valueAnswer(check.valuation.data, at, valueDays) : null;
      },
      fetch: async (car, context) => {
        const stored = await findVehicle(context.em, car.registration);
        const find = () => valuations.find(car.registration, stored && milesOf(stored.record));
        const paid = { terms: ofValue, vendor: 'Watch value', budget: valueBudget, find };
        return buy({ ...paid, answerOf: valueAnswer }, car, context);
      },
    },
  };
};
