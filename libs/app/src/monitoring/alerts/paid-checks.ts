import type { EntityManager } from '@mikro-orm/postgresql';
import { findLatestCheck } from '@ve/data/monitoring/alerts/latest-check.repository';
import { storeMonthlyValuation } from '@ve/data/monitoring/alerts/monthly-valuation.repository';
import {
  countVendorCall,
  type DailyBudget,
  uncountVendorCall,
} from '@ve/data/jobs/limit/vendor-daily-usage.repository';
import { findVehicle } from '@ve/data/vehicle/vehicle.repository';
import { compareFinance, type KnownFinance } from '@ve/domain/monitoring/alerts/compare-finance';
import type { KnownLicensing } from '@ve/domain/monitoring/alerts/compare-licensing';
import {
  type ComparedSpecification,
  compareSpecification,
  type KnownSpecification,
} from '@ve/domain/monitoring/alerts/compare-specification';
import { compareValue, type KnownValue } from '@ve/domain/monitoring/alerts/compare-value';
import { intervalBegan, checkTime, nextCheckDay } from '@ve/domain/monitoring/alerts/next-check';
import { recordMileage } from '@ve/domain/vehicle/mileage/record-mileage';
import type { Valuation, VdiCheck } from '@ve/domain/vehicle/record/full-check';
import type { Specification } from '@ve/domain/vehicle/record/vehicle-record';
import { addDays, addMonths, londonDate, startOfLondonDay } from '@ve/domain/kernel/time/london-date';
import type { CheckDeps } from '../../vehicle/sources.ts';
import { storeSpecificationDueDates } from './store-due-dates.ts';
import type { Answer, MonitorCheck, CheckResult, MonitoredCar } from './monitor-checks.ts';

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

type PaidAnswer<T> =
  | { state: 'found'; data: T }
  | { state: 'not-held' | 'invalid' }
  | { state: 'unavailable'; reason: string; charged?: 'no' | 'unknown' };

/**
 * Calls the vendor within the daily budget of monitor checks; every failure waits for another day, since a look-up may have
 * been charged.
 */
const fetchWithBudget = async <T extends object>(
  { em, vendor, budget, everyDays }: { em: EntityManager; vendor: string; budget: DailyBudget; everyDays: number },
  userId: string,
  now: () => Date,
  find: () => Promise<PaidAnswer<T>>,
  /** `pick` selects the compared fields; `answerOf` compares them. */
  { pick, answerOf }: { pick: (data: T) => object; answerOf: (data: T, askedAt: Date) => Answer },
): Promise<CheckResult> => {
  const askedAt = now();
  const tomorrow = () => checkTime(addDays(londonDate(now()), 1), userId);
  // Another call within the interval would give, and may charge for, the same.
  const refused = (failure: string): CheckResult => ({
    said: false,
    failure,
    recheckAt: checkTime(nextCheckDay(londonDate(now()), everyDays), userId),
    refusedAt: askedAt,
  });
  if (!(await countVendorCall(em, vendor, budget, askedAt))) {
    return { said: false, failure: 'budget-spent', recheckAt: tomorrow() };
  }
  const answer = await find();
  switch (answer.state) {
    case 'found':
      return { said: true, answer: answerOf(answer.data, askedAt), shared: pick(answer.data) };
    case 'unavailable':
      if (answer.charged === 'no' || answer.reason === 'budget-spent' || answer.reason === 'circuit-open') {
        await uncountVendorCall(em, vendor, budget, askedAt);
      }
      return answer.reason === 'restricted'
        ? refused('restricted')
        : { said: false, failure: answer.reason, recheckAt: tomorrow() };
    case 'not-held':
    case 'invalid':
      return refused('not-held');
  }
};

/** True if a section of the member's own full check, which is already paid for, is newer than the known state. */
const isNews = ({ state }: MonitoredCar, at: Date): boolean =>
  state === null || state.readAt === null || at > state.readAt;

type Finance = Pick<VdiCheck, 'financeCount' | 'finance'>;
type Value = Pick<Valuation, 'privateAverage'>;

const financeOf = ({ financeCount, finance }: Finance): Finance => ({ financeCount, finance });
const comparedOf = (data: Specification): ComparedSpecification => ({
  previousKeepers: data.previousKeepers,
  lastKeeperChange: data.lastKeeperChange,
  plateChangeCount: data.plateChangeCount,
  plateChanges: data.plateChanges,
  scrapped: data.scrapped,
  dateScrapped: data.dateScrapped,
  certificateOfDestruction: data.certificateOfDestruction,
  exported: data.exported,
  dateExported: data.dateExported,
});
const valueOf = ({ privateAverage }: Value): Value => ({ privateAverage });

const financeAnswer = (data: Finance, askedAt: Date, everyDays: number): Answer => ({
  askedAt,
  compare: (known) => compareFinance(known as KnownFinance | null, data),
  nextDay: (_known, today) => nextCheckDay(today, everyDays, { checkedOn: londonDate(askedAt) }),
});

const specificationAnswer = (data: ComparedSpecification, askedAt: Date, everyDays: number): Answer => ({
  askedAt,
  comparedWith: 'licensing',
  compare: (known, _today, licensing) =>
    compareSpecification(known as KnownSpecification | null, data, licensing as KnownLicensing | null),
  nextDay: (_known, today) => nextCheckDay(today, everyDays, { checkedOn: londonDate(askedAt) }),
});

/**
 * Compares the whole response and stores the off-road status with the car; other members of the same car share only the
 * compared fields.
 */
export const wholeSpecificationAnswer = (data: Specification, askedAt: Date, everyDays: number): Answer => ({
  ...specificationAnswer(data, askedAt, everyDays),
  keep: (em, { registration }, _at, { known, other }) =>
    storeSpecificationDueDates(em, registration, data, askedAt, {
      ...(other as KnownLicensing | null),
      ...(known as KnownSpecification),
    }),
});

/** The value in a private sale in average condition. */
const valueAnswer = ({ privateAverage: pence }: Value, askedAt: Date, everyDays: number): Answer => ({
  askedAt,
  compare: (known) => compareValue(known as KnownValue | null, pence, londonDate(askedAt)),
  nextDay: (known, today) => {
    const regular = nextCheckDay(today, everyDays, { checkedOn: londonDate(askedAt) });
    // Every month has its value: a check at the end of one month must not be followed by one after the next month.
    const nextMonth = addMonths(`${(known as KnownValue).month}-01`, 1);
    return everyDays <= 31 && regular > nextMonth && nextMonth > today ? nextMonth : regular;
  },
  keep: async (em, watched, readAt) => {
    if (pence === null) return;
    await storeMonthlyValuation(em, watched, { month: londonDate(readAt).slice(0, 7), pence, readAt });
  },
});

/** The paid monitor checks of registers and prices. */
export const createPaidChecks = (
  {
    sources: { specification: specifications },
    registers,
    valuations,
  }: Pick<CheckDeps, 'registers' | 'valuations'> & { sources: Pick<CheckDeps['sources'], 'specification'> },
  { specificationDays, valueDays, financeDays, specificationBudget, valueBudget, financeBudget }: PaidChecks,
) => {
  const specification: MonitorCheck = {
    everyDays: specificationDays,
    paid: true,
    switches: ['keeper-change', 'plate-change'],
    held: async (watched, { em, now }) => {
      const section = (await findVehicle(em, watched.registration))?.record.specification;
      if (section?.state !== 'found') return null;
      const at = new Date(section.at);
      const isRecent = at >= intervalBegan(now(), specificationDays) && at <= now();
      return isRecent && isNews(watched, at) ? wholeSpecificationAnswer(section.data, at, specificationDays) : null;
    },
    look: ({ userId, registration }, { em, now }) => {
      const budget = { em, vendor: 'Watch specification', budget: specificationBudget, everyDays: specificationDays };
      const find = () => specifications.find(registration);
      const answerOf = (data: Specification, askedAt: Date) =>
        wholeSpecificationAnswer(data, askedAt, specificationDays);
      return fetchWithBudget(budget, userId, now, find, { pick: comparedOf, answerOf });
    },
    answerOf: (shared, askedAt) => specificationAnswer(shared as ComparedSpecification, askedAt, specificationDays),
  };
  const finance: MonitorCheck = {
    everyDays: financeDays,
    paid: true,
    switches: ['finance'],
    held: async (watched, { em }) => {
      const check = await findLatestCheck(em, watched.userId, watched.registration);
      if (check?.vdi?.state !== 'found') return null;
      const at = new Date(check.vdi.at);
      return isNews(watched, at) ? financeAnswer(check.vdi.data, at, financeDays) : null;
    },
    look: ({ userId, registration }, { em, now }) => {
      const budget = { em, vendor: 'Watch finance', budget: financeBudget, everyDays: financeDays };
      // Not aborted on shutdown: the response is paid for.
      const find = () => registers.find(registration);
      const answerOf = (data: Finance, askedAt: Date) => financeAnswer(data, askedAt, financeDays);
      return fetchWithBudget(budget, userId, now, find, { pick: financeOf, answerOf });
    },
    answerOf: (shared, askedAt) => financeAnswer(shared as Finance, askedAt, financeDays),
  };
  const value: MonitorCheck = {
    everyDays: valueDays,
    paid: true,
    switches: ['value'],
    held: async (watched, { em, now }) => {
      const check = await findLatestCheck(em, watched.userId, watched.registration);
      if (check?.valuation?.state !== 'found') return null;
      const at = new Date(check.valuation.at);
      const isOfThisMonth = londonDate(at).slice(0, 7) === londonDate(now()).slice(0, 7);
      return isOfThisMonth && isNews(watched, at) ? valueAnswer(check.valuation.data, at, valueDays) : null;
    },
    look: async ({ userId, registration }, { em, now }) => {
      const stored = await findVehicle(em, registration);
      const miles =
        stored && (recordMileage(stored.record)?.points.findLast(({ flag }) => flag === null)?.miles ?? null);
      const budget = { em, vendor: 'Watch value', budget: valueBudget, everyDays: valueDays };
      const find = () => valuations.find(registration, miles);
      const answerOf = (data: Value, askedAt: Date) => valueAnswer(data, askedAt, valueDays);
      return fetchWithBudget(budget, userId, now, find, { pick: valueOf, answerOf });
    },
    answerOf: (shared, askedAt) => valueAnswer(shared as Value, askedAt, valueDays),
    resultFreshSince: (now) => startOfLondonDay(`${londonDate(now).slice(0, 7)}-01`),
  };
  return { specification, finance, value };
};
