import { Inject, Injectable } from '@nestjs/common';
import { findSignUp, signUpNotifyChannel, type SignUpRow } from '@ve/data/membership/sign-up/sign-up.repository';
import { BffDatabase } from '../platform/database.ts';
import { WorkTracker } from '../platform/work-tracker.ts';
import type { TrackedWork } from '../platform/tracked-work.ts';
import {
  findSubscription,
  subscriptionNotifyChannel,
  type SubscriptionRow,
} from '@ve/data/membership/subscription/subscription.repository';
import { membershipOf } from '@ve/domain/membership/membership-state';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { CLOCK_TOKEN } from '../platform/injection-tokens.ts';

/** The workers retry a paid sign-up for longer, but no browser waits that long. */
const maxSignUpMs = 60_000;
const maxPaymentMs = 30_000;
/** How long a request waits for the workers, in milliseconds. */
const waitMs = 10_000;

/** Paid sign-ups as tracked work: done when the workers have finished them. */
@Injectable()
export class TrackedSignUps {
  readonly #work: TrackedWork<SignUpRow>;

  constructor(@Inject(WorkTracker) watch: WorkTracker, @Inject(BffDatabase) database: BffDatabase) {
    this.#work = watch.register<SignUpRow>({
      channel: signUpNotifyChannel,
      read: (id) => findSignUp(database.em(), id),
      isDone: ({ status }) => status !== 'open',
      maxDurationMs: maxSignUpMs,
    });
  }

  /** Waits, for a limited time, until the workers have finished a paid sign-up; returns its present row. */
  waitUntilFinished(id: string): Promise<SignUpRow | null> {
    return this.#work.waitUntilDone(id, waitMs);
  }
}

/** Memberships as tracked work, which is done when there is a full check to use. */
@Injectable()
export class TrackedMemberships {
  readonly #work: TrackedWork<SubscriptionRow>;

  constructor(
    @Inject(WorkTracker) watch: WorkTracker,
    @Inject(CLOCK_TOKEN) clock: Clock,
    @Inject(BffDatabase) database: BffDatabase,
  ) {
    this.#work = watch.register<SubscriptionRow>({
      channel: subscriptionNotifyChannel,
      read: (id) => findSubscription(database.em(), id),
      isDone: (row) => membershipOf(row, clock()).credits > 0,
      maxDurationMs: maxPaymentMs,
    });
  }

  /** Waits, for a limited time, until the workers have recorded a payment; returns the present row. */
  waitForCredit(id: string): Promise<SubscriptionRow | null> {
    return this.#work.waitUntilDone(id, waitMs);
  }
}
