import { Inject, Injectable } from '@nestjs/common';
import { findSignUp, signUpChannel, type SignUpRow } from '@ve/data/membership/sign-up/sign-up.repository';
import { Database } from '../../platform/database.ts';
import { WorkTracker } from '../../platform/work-tracker.ts';
import type { TrackedWork } from '../../platform/tracked-work.ts';

/** The workers retry for longer, but no browser waits that long. */
const maxDurationMs = 60_000;
/** How long a request waits for the workers, in milliseconds. */
const waitMs = 10_000;

/** Paid sign-ups as tracked work: done when the workers have finished them. */
@Injectable()
export class SignUps {
  readonly #work: TrackedWork<SignUpRow>;

  constructor(@Inject(WorkTracker) watch: WorkTracker, @Inject(Database) database: Database) {
    this.#work = watch.register<SignUpRow>({
      channel: signUpChannel,
      read: (id) => findSignUp(database.em(), id),
      isDone: ({ status }) => status !== 'open',
      maxDurationMs,
    });
  }

  /** Waits, for a limited time, until the workers have finished a paid sign-up; returns its present row. */
  waitUntilFinished(id: string): Promise<SignUpRow | null> {
    return this.#work.waitUntilDone(id, waitMs);
  }
}
