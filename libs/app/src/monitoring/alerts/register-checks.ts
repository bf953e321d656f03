import type { Licensing, Section, Testing, VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { findVehicle } from '@ve/data/vehicle/vehicle.repository';
import { compareLicensing, type KnownLicensing } from '@ve/domain/monitoring/alerts/compare-licensing';
import type { KnownSpecification } from '@ve/domain/monitoring/alerts/compare-specification';
import { compareTesting, type KnownTesting } from '@ve/domain/monitoring/alerts/compare-testing';
import { freeCheckDays } from '@ve/domain/monitoring/alerts/check-intervals';
import { checkTime, nextCheckDay } from '@ve/domain/monitoring/alerts/next-check';
import { addDays, londonDate } from '@ve/domain/kernel/time/london-date';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import type { Sources } from '../../vehicle/sources.ts';
import { storeLicensingDueDates, storeTestingDueDates } from './store-due-dates.ts';
import type { CheckTerms } from '../checks/permit-check.ts';
import type { Answer, MonitorCheck } from './monitor-check.ts';

const anHour = 3_600_000;
export const { licensing: licensingDays, testing: testingDays } = freeCheckDays;

/**
 * When to retry a check without data: in an hour, later if the source named a pause, tomorrow if the daily budget is spent.
 */
const retryCheckAfter = (
  { reason, retryAfterMs = 0 }: { reason: string; retryAfterMs?: number },
  userId: string,
  now: Date,
): Date =>
  reason === 'budget-spent'
    ? checkTime(addDays(londonDate(now), 1), userId)
    : new Date(now.getTime() + Math.max(anHour, retryAfterMs));

interface RegisterSource<T extends object> extends Pick<CheckTerms, 'aspect' | 'everyDays'> {
  sectionOf: (record: VehicleRecord) => Section<T>;
  find: (registration: string, signal?: AbortSignal) => Promise<VehicleAnswer<T>>;
  answerOf: (data: T, askedAt: Date) => Answer;
}

/** The monitor check of a free register, which is called unless a report has done so within the hour. */
const registerCheck = <T extends object>({
  aspect,
  everyDays,
  sectionOf,
  find,
  answerOf,
}: RegisterSource<T>): MonitorCheck => ({
  aspect,
  everyDays,
  paid: false,
  fetch: async ({ userId, registration, state }, { em, now, signal }) => {
    const stored = await findVehicle(em, registration);
    const section = stored && sectionOf(stored.record);
    if (section?.state === 'found') {
      const at = new Date(section.at);
      const isRecent = at.getTime() > now().getTime() - anHour && at <= now();
      if (isRecent && (state?.lastResultRequestedAt === null || state === null || at > state.lastResultRequestedAt)) {
        return { ok: true, answer: answerOf(section.data, at) };
      }
    }
    const askedAt = now();
    const answer = await find(registration, signal);
    switch (answer.state) {
      case 'found':
        return { ok: true, answer: answerOf(answer.data, askedAt) };
      case 'unavailable':
        return { ok: false, failure: answer.reason, recheckAt: retryCheckAfter(answer, userId, now()) };
      // The register may be mistaken, or the plate was just taken off the car: the known state is kept.
      case 'not-held':
      case 'invalid': {
        const recheckAt = checkTime(nextCheckDay(londonDate(now()), everyDays), userId);
        return { ok: false, failure: 'not-held', recheckAt };
      }
    }
  },
});

/** Compares DVLA's response; checked weekly, and on the days around the tax date. */
export const licensingAnswer = (data: Licensing, askedAt: Date): Answer => ({
  askedAt,
  comparedWith: 'specification',
  compare: (known, _today, specification) =>
    compareLicensing(known as KnownLicensing | null, data, specification as KnownSpecification | null),
  nextDay: (known, today) =>
    nextCheckDay(today, licensingDays, { dueOn: (known as KnownLicensing).taxDueOn, checkedOn: londonDate(askedAt) }),
  store: (em, { registration }, { known, other }) =>
    storeLicensingDueDates(em, {
      ...{ registration, data, askedAt },
      known: { ...(other as KnownSpecification | null), ...(known as KnownLicensing) },
    }),
});

/**
 * Compares DVSA's response; its daily files bring new tests, so it is called only around the MOT date and for the recall
 * flag.
 */
export const testingAnswer = (data: Testing, askedAt: Date): Answer => ({
  askedAt,
  compare: (known, today) => compareTesting(known as KnownTesting | null, data, today),
  nextDay: (known, today) =>
    nextCheckDay(today, testingDays, { dueOn: (known as KnownTesting).motDueOn, checkedOn: londonDate(askedAt) }),
  store: (em, { registration }) => storeTestingDueDates(em, { registration, data, askedAt }),
});

/** The monitor checks of the free registers. */
export const createRegisterChecks = ({
  licensing,
  testing,
}: Pick<Sources, 'licensing' | 'testing'>): Record<'licensing' | 'testing', MonitorCheck> => ({
  licensing: registerCheck({
    aspect: 'licensing',
    everyDays: licensingDays,
    sectionOf: (record) => record.licensing,
    find: (registration, signal) => licensing.find(registration, signal),
    answerOf: licensingAnswer,
  }),
  testing: registerCheck({
    aspect: 'testing',
    everyDays: testingDays,
    sectionOf: (record) => record.testing,
    find: (registration, signal) => testing.find(registration, signal),
    answerOf: testingAnswer,
  }),
});
