import { scrubText } from '@ve/server-kit/log/scrub-text';

/** The parts of a job that hold what somebody wrote. */
interface JobWithText {
  data: unknown;
  failedReason?: string;
  stacktrace: string[] | null;
}

const idName = /(?:^i|I)d$/;
const idValue = /^[\w.:-]{1,255}$/;

/**
 * A job as staff may see it, changed in place: of its data the ids alone (an error report holds text), its errors without
 * what may identify a person.
 */
export const shownJob = <J extends JobWithText>(job: J): J => {
  job.data = idsOf(job.data);
  if (job.failedReason) job.failedReason = scrubText(job.failedReason);
  job.stacktrace = (job.stacktrace ?? []).map(scrubText);
  return job;
};

const idsOf = (data: unknown): Record<string, string> => {
  if (typeof data !== 'object' || data === null) return {};
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      idName.test(name) && typeof value === 'string' && idValue.test(value) ? value : '(not shown)',
    ]),
  );
};
