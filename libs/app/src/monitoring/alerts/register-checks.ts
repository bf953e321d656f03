import type {
  DvlaLicensingData,
  RecordSection,
  MotTestingData,
  VehicleRecord,
} from '@ve/domain/vehicle/record/vehicle-record';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import { detectLicensingChanges, type LastKnownLicensing } from '@ve/domain/monitoring/alerts/compare-licensing';
import type { LastKnownSpecification } from '@ve/domain/monitoring/alerts/compare-specification';
import { detectMotTestingChanges, type LastKnownMotTesting } from '@ve/domain/monitoring/alerts/compare-mot-testing';
import { freeMonitorCheckIntervalDays } from '@ve/domain/monitoring/alerts/check-intervals';
import { monitorCheckTimeOf, nextMonitorCheckDay } from '@ve/domain/monitoring/alerts/next-check';
import { addDays, londonDate } from '@ve/domain/kernel/time/london-date';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import type { VehicleDataSources } from '../../vehicle/vehicle-data-sources.ts';
import { storeLicensingDueDates, storeTestingDueDates } from './store-due-dates.ts';
import type { MonitorCheckTerms } from '../checks/permit-monitor-check.ts';
import type { MonitorCheckAnswer, MonitorCheck } from './monitor-check.ts';

const anHour = 3_600_000;
export const { licensing: licensingCheckIntervalDays, testing: testingCheckIntervalDays } =
  freeMonitorCheckIntervalDays;

/**
 * When to retry a check without data: in an hour, later if the source named a pause, tomorrow if the daily budget is
 * spent.
 */
const retryTimeOfFailedCheck = (
  { reason, retryAfterMs = 0 }: { reason: string; retryAfterMs?: number },
  userId: string,
  now: Date,
): Date =>
  reason === 'budget-spent'
    ? monitorCheckTimeOf(addDays(londonDate(now), 1), userId)
    : new Date(now.getTime() + Math.max(anHour, retryAfterMs));

interface RegisterSource<T extends object> extends Pick<MonitorCheckTerms, 'aspect' | 'everyDays'> {
  sectionOf: (record: VehicleRecord) => RecordSection<T>;
  find: (registration: string, signal?: AbortSignal) => Promise<VehicleAnswer<T>>;
  answerOf: (data: T, askedAt: Date) => MonitorCheckAnswer;
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
    const stored = await findVehicleRecord(em, registration);
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
        return { ok: false, failure: answer.reason, recheckAt: retryTimeOfFailedCheck(answer, userId, now()) };
      // The register may be mistaken, or the plate was just taken off the car: the known state is kept.
      case 'not-held':
      case 'invalid': {
        const recheckAt = monitorCheckTimeOf(nextMonitorCheckDay(londonDate(now()), everyDays), userId);
        return { ok: false, failure: 'not-held', recheckAt };
      }
    }
  },
});

/** Compares DVLA's response; checked weekly, and on the days around the tax date. */
export const toLicensingMonitorCheckAnswer = (data: DvlaLicensingData, askedAt: Date): MonitorCheckAnswer => ({
  askedAt,
  comparedWith: 'specification',
  compare: (known, _today, specification) =>
    detectLicensingChanges(known as LastKnownLicensing | null, data, specification as LastKnownSpecification | null),
  nextDay: (known, today) =>
    nextMonitorCheckDay(today, licensingCheckIntervalDays, {
      dueOn: (known as LastKnownLicensing).taxDueOn,
      checkedOn: londonDate(askedAt),
    }),
  store: (em, { registration }, { known, other }) =>
    storeLicensingDueDates(em, {
      ...{ registration, data, askedAt },
      known: { ...(other as LastKnownSpecification | null), ...(known as LastKnownLicensing) },
    }),
});

/**
 * Compares DVSA's response; its daily files bring new tests, so it is called only around the MOT date and for the
 * recall flag.
 */
export const toTestingMonitorCheckAnswer = (data: MotTestingData, askedAt: Date): MonitorCheckAnswer => ({
  askedAt,
  compare: (known, today) => detectMotTestingChanges(known as LastKnownMotTesting | null, data, today),
  nextDay: (known, today) =>
    nextMonitorCheckDay(today, testingCheckIntervalDays, {
      dueOn: (known as LastKnownMotTesting).motDueOn,
      checkedOn: londonDate(askedAt),
    }),
  store: (em, { registration }) => storeTestingDueDates(em, { registration, data, askedAt }),
});

/** The monitor checks of the free registers. */
export const createRegisterMonitorChecks = ({
  licensing,
  testing,
}: Pick<VehicleDataSources, 'licensing' | 'testing'>): Record<'licensing' | 'testing', MonitorCheck> => ({
  licensing: registerCheck({
    aspect: 'licensing',
    everyDays: licensingCheckIntervalDays,
    sectionOf: (record) => record.licensing,
    find: (registration, signal) => licensing.find(registration, signal),
    answerOf: toLicensingMonitorCheckAnswer,
  }),
  testing: registerCheck({
    aspect: 'testing',
    everyDays: testingCheckIntervalDays,
    sectionOf: (record) => record.testing,
    find: (registration, signal) => testing.find(registration, signal),
    answerOf: toTestingMonitorCheckAnswer,
  }),
});
