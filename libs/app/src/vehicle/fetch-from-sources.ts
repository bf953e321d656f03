import type { VehicleFetchSections } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.entity';
import type { AnsweredRecordSection, RecordSection, SourceName } from '@ve/domain/vehicle/record/vehicle-record';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import {
  type TimedSourceAnswer,
  answerOfStoredSection,
  type VehicleSourceAnswers,
  recordSectionOf,
} from './assemble-record.ts';
import type { JobContext } from '../job-context.ts';
import type { VehicleDataSources } from '../vehicle/vehicle-data-sources.ts';

interface Asking {
  /** Called with each source's section as it arrives. */
  onSection?: (section: AnsweredRecordSection) => Promise<void>;
  /** Sections of an earlier run: their sources are not called again. */
  held?: VehicleFetchSections;
}

/** Calls every free source for a registration, concurrently. */
export const fetchFromFreeVehicleSources = async (
  {
    sources,
    registration,
    asking: { onSection = () => Promise.resolve(), held = {} } = {},
  }: { sources: VehicleDataSources; registration: string; asking?: Asking | undefined },
  { signal, now }: Pick<JobContext, 'signal' | 'now'>,
): Promise<VehicleSourceAnswers> => {
  const ask = async <T>(
    source: SourceName,
    port: { find(registration: string, signal?: AbortSignal): Promise<VehicleAnswer<T>> },
    section: RecordSection<T> | undefined,
  ): Promise<TimedSourceAnswer<T>> => {
    const known = section && answerOfStoredSection(section);
    if (known) return known;
    const answered = { answer: await port.find(registration, signal), at: now() };
    await onSection(recordSectionOf(source, answered));
    return answered;
  };
  const [licensing, testing, specification] = await Promise.all([
    ask('DVLA', sources.licensing, held.licensing),
    ask('DVSA', sources.testing, held.testing),
    ask('UKVD', sources.specification, held.specification),
  ]);
  return { licensing, testing, specification };
};
