import type { FetchOutcome } from '@ve/data/vehicle-fetch/vehicle-fetch.entity';
import type {
  Licensing,
  Section,
  SourceName,
  Specification,
  Testing,
  VehicleRecord,
} from '@ve/domain/report/vehicle-record';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';

/** What one source said, and when. */
export interface Answered<T> {
  answer: VehicleAnswer<T>;
  at: Date;
}

export interface Answers {
  licensing: Answered<Licensing>;
  testing: Answered<Testing>;
  specification: Answered<Specification>;
}

/**
 * What a fetch comes to. Found: some source has the vehicle. Not found: the licensing agency, which registers every
 * vehicle, says that there is none and no other source has one. Otherwise nothing is known either way.
 */
export const outcomeOf = ({ licensing, testing, specification }: Answers): FetchOutcome => {
  if ([licensing, testing, specification].some(({ answer }) => answer.state === 'found')) return 'found';
  return licensing.answer.state === 'unavailable' ? 'unavailable' : 'not-found';
};

/** How long the sources want to be left alone before they are asked again; null when none refused for its rate. */
export const rateLimitWait = (answers: Answers): number | null => {
  const waits = [answers.licensing, answers.testing, answers.specification].flatMap(({ answer }) =>
    answer.state === 'unavailable' && answer.reason === 'rate-limited' ? [answer.retryAfterMs ?? 0] : [],
  );
  return waits.length > 0 ? Math.max(...waits) : null;
};

/** The record of a vehicle that some source found. */
export const assembleRecord = (registration: string, answers: Answers): VehicleRecord => {
  const times = [answers.licensing, answers.testing, answers.specification].map(({ at }) => at.getTime());
  return {
    registration,
    fetchedAt: new Date(Math.max(...times)).toISOString(),
    licensing: section('DVLA', answers.licensing),
    testing: section('DVSA', answers.testing),
    specification: section('UKVD', answers.specification),
  };
};

const section = <T>(source: SourceName, answered: Answered<T>): Section<T> => {
  const { answer } = answered;
  const at = answered.at.toISOString();
  switch (answer.state) {
    case 'found':
      return { state: 'found', source, at, data: answer.data };
    case 'unavailable':
      return { state: 'unavailable', source, at, reason: answer.reason };
    // A source that does not take the registration as one holds nothing under it.
    case 'not-held':
    case 'invalid':
      return { state: 'not-held', source, at };
  }
};
