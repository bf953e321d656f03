import type { SourceName } from '@ve/domain/report/vehicle-record';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import type { Answered, Answers } from './assemble-record.ts';
import type { JobContext } from './job-context.ts';
import type { Sources } from './sources.ts';

/** Called with each source's answer as it comes. */
export type OnAnswer = (source: SourceName, state: 'answered' | 'unavailable') => Promise<void>;

/** Asks every free source for a registration, concurrently. */
export const askSources = async (
  sources: Sources,
  registration: string,
  { signal, now }: Pick<JobContext, 'signal' | 'now'>,
  onAnswer: OnAnswer = () => Promise.resolve(),
): Promise<Answers> => {
  const ask = async <T>(
    source: SourceName,
    port: { find(registration: string, signal?: AbortSignal): Promise<VehicleAnswer<T>> },
  ): Promise<Answered<T>> => {
    const answer = await port.find(registration, signal);
    await onAnswer(source, answer.state === 'unavailable' ? 'unavailable' : 'answered');
    return { answer, at: now() };
  };
  const [licensing, testing, specification] = await Promise.all([
    ask('DVLA', sources.licensing),
    ask('DVSA', sources.testing),
    ask('UKVD', sources.specification),
  ]);
  return { licensing, testing, specification };
};
