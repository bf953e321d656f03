import type { FetchSections } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.entity';
import type { AnsweredSection, Section, SourceName } from '@ve/domain/vehicle/record/vehicle-record';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import { type Answered, storedAnswerOf, type Answers, sectionOf } from './assemble-record.ts';
import type { JobContext } from '../job-context.ts';
import type { Sources } from '../vehicle/sources.ts';

interface Asking {
  /** Called with each source's section as it arrives. */
  onSection?: (section: AnsweredSection) => Promise<void>;
  /** Sections of an earlier run: their sources are not called again. */
  held?: FetchSections;
}

/** Calls every free source for a registration, concurrently. */
export const fetchFromSources = async (
  {
    sources,
    registration,
    asking: { onSection = () => Promise.resolve(), held = {} } = {},
  }: { sources: Sources; registration: string; asking?: Asking | undefined },
  { signal, now }: Pick<JobContext, 'signal' | 'now'>,
): Promise<Answers> => {
  const ask = async <T>(
    source: SourceName,
    port: { find(registration: string, signal?: AbortSignal): Promise<VehicleAnswer<T>> },
    section: Section<T> | undefined,
  ): Promise<Answered<T>> => {
    const known = section && storedAnswerOf(section);
    if (known) return known;
    const answered = { answer: await port.find(registration, signal), at: now() };
    await onSection(sectionOf(source, answered));
    return answered;
  };
  const [licensing, testing, specification] = await Promise.all([
    ask('DVLA', sources.licensing, held.licensing),
    ask('DVSA', sources.testing, held.testing),
    ask('UKVD', sources.specification, held.specification),
  ]);
  return { licensing, testing, specification };
};
