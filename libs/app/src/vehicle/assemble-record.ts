import type { VehicleFetchOutcome, VehicleFetchSections } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.entity';
import type {
  AnsweredRecordSection,
  DvlaLicensingData,
  RecordSection,
  SourceName,
  SpecificationData,
  MotTestingData,
  VehicleRecord,
} from '@ve/domain/vehicle/record/vehicle-record';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';

/** A source's response and its time. */
export interface TimedSourceAnswer<T> {
  answer: VehicleAnswer<T>;
  at: Date;
}

export interface VehicleSourceAnswers {
  licensing: TimedSourceAnswer<DvlaLicensingData>;
  testing: TimedSourceAnswer<MotTestingData>;
  specification: TimedSourceAnswer<SpecificationData>;
}

/**
 * The outcome of a fetch. Found: a source has the vehicle. Not found: DVLA, which registers every vehicle, does not
 * have it, and neither does any other source. Otherwise unknown.
 */
export const vehicleFetchOutcomeOf = ({
  licensing,
  testing,
  specification,
}: VehicleSourceAnswers): VehicleFetchOutcome => {
  if ([licensing, testing, specification].some(({ answer }) => answer.state === 'found')) return 'found';
  return licensing.answer.state === 'unavailable' ? 'unavailable' : 'not-found';
};

/** How long to wait before the sources may be called again; null if none was rate-limited. */
export const sourceRateLimitWaitMs = (answers: VehicleSourceAnswers): number | null => {
  const waits = [answers.licensing, answers.testing, answers.specification].flatMap(({ answer }) =>
    answer.state === 'unavailable' && answer.reason === 'rate-limited' ? [answer.retryAfterMs ?? 0] : [],
  );
  return waits.length > 0 ? Math.max(...waits) : null;
};

/** Assembles the record of a vehicle that some source found. */
export const assembleVehicleRecord = (registration: string, answers: VehicleSourceAnswers): VehicleRecord => {
  const times = [answers.licensing, answers.testing, answers.specification].map(({ at }) => at.getTime());
  return {
    registration,
    fetchedAt: new Date(Math.max(...times)).toISOString(),
    licensing: recordSectionOf('DVLA', answers.licensing),
    testing: recordSectionOf('DVSA', answers.testing),
    specification: recordSectionOf('UKVD', answers.specification),
  };
};

/** Converts a source's response to a section of the record. */
export const recordSectionOf = <T>(source: SourceName, answered: TimedSourceAnswer<T>): AnsweredRecordSection<T> => {
  const { answer } = answered;
  const at = answered.at.toISOString();
  switch (answer.state) {
    case 'found':
      return { state: 'found', source, at, data: answer.data };
    case 'unavailable':
      return { state: 'unavailable', source, at, reason: answer.reason };
    // A source that rejects the registration holds nothing under it.
    case 'not-held':
    case 'invalid':
      return { state: 'not-held', source, at };
  }
};

/** Returns a source's stored response, or null if it gave none. */
export const answerOfStoredSection = <T>(section: RecordSection<T>): TimedSourceAnswer<T> | null => {
  const at = new Date(section.at);
  if (section.state === 'found') return { answer: { state: 'found', data: section.data }, at };
  return section.state === 'not-held' ? { answer: { state: 'not-held' }, at } : null;
};

/** Returns the responses of a fetch that was ended early; sources without one by `at` are unavailable. */
export const answersFromSections = (
  { licensing, testing, specification }: VehicleFetchSections,
  at: Date,
): VehicleSourceAnswers => {
  const answered = <T>(section: RecordSection<T> | undefined): TimedSourceAnswer<T> =>
    (section && answerOfStoredSection(section)) ?? { answer: { state: 'unavailable', reason: 'timeout' }, at };
  return { licensing: answered(licensing), testing: answered(testing), specification: answered(specification) };
};
