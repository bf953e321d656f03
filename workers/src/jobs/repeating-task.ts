import type { ScheduledJobName } from '@ve/contracts/jobs';
import type { ScheduledRun } from '@ve/data/jobs/scheduled-job/scheduled-job.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { Logger } from '@ve/server-kit/log/logger';
import { redactText } from '@ve/domain/kernel/text/redact-text';

export interface RepeatingTask {
  /** Stops, and waits for a run in progress. */
  close(): Promise<void>;
}

export interface RepeatingTaskOptions {
  logger: Logger;
  now: Clock;
  /** Registers the task before its first run, so that staff see it. */
  plan?: (job: { name: string; everyMs: number; at: Date }) => Promise<void>;
  /**
   * How often a process tries to claim a run; by default after each pause. Needed when the pause may outlast the
   * process.
   */
  pollMs?: number;
  /** Claims a run for this process; false if another has it. Absent: every process runs it. */
  turn?: (job: { name: string; everyMs: number; at: Date }) => Promise<boolean>;
  /** Records a finished run for staff. */
  record: (run: ScheduledRun) => Promise<void>;
}

const maxErrorLength = 300;

/** Runs a task periodically, never concurrently with itself. Logs failures and records every run. */
export const startRepeatingTask = (
  {
    name,
    everyMs,
    logger,
    now,
    plan,
    pollMs = everyMs,
    turn: claim,
    record,
  }: RepeatingTaskOptions & { name: ScheduledJobName; everyMs: number },
  act: () => Promise<void>,
): RepeatingTask => {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve(plan?.({ name, everyMs, at: now() })).catch((error: unknown) => {
    logger.warn(
      { event: 'scheduled_job_record_failed', err: error, task: name },
      'A scheduled job could not be recorded.',
    );
  });

  const run = async (): Promise<void> => {
    const startedAt = now();
    let why: string | null = null;
    try {
      if (claim !== undefined && !(await claim({ name, everyMs, at: startedAt }))) return;
      await act();
    } catch (error) {
      logger.warn({ event: 'scheduled_job_failed', err: error, task: name }, 'A scheduled job failed.');
      why = redactText(error instanceof Error ? error.message : String(error)).slice(0, maxErrorLength);
    }
    try {
      await record({ name, everyMs, startedAt, endedAt: now(), why });
    } catch (error) {
      logger.warn(
        { event: 'scheduled_run_record_failed', err: error, task: name },
        'A run of a scheduled job could not be recorded.',
      );
    }
  };
  const next = (): void => {
    running = running.then(run).then(() => {
      if (!closed) timer = setTimeout(next, pollMs);
    });
  };
  timer = setTimeout(next, pollMs);
  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
      return running;
    },
  };
};
