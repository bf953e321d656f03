import { redactText } from '@ve/domain/kernel/text/redact-text';

/** The parts of a job that may contain user text. */
interface JobWithText {
  data: unknown;
  failedReason?: string;
  stacktrace: string[] | null;
}

const idName = /(?:^i|I)d$/;
const idValue = /^[\w.:-]{1,255}$/;

/**
 * Redacts a job for staff, in place: keeps only the ids of its data (an error report holds text), and removes from its
 * errors anything that may identify a person.
 */
export const redactJobForStaff = <J extends JobWithText>(job: J): J => {
  job.data = idsOf(job.data);
  if (job.failedReason) job.failedReason = redactText(job.failedReason);
  job.stacktrace = (job.stacktrace ?? []).map(redactText);
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
