import { Inject, Injectable } from '@nestjs/common';
import {
  findSubscription,
  subscriptionChannel,
  type SubscriptionRow,
} from '@ve/data/membership/subscription/subscription.repository';
import { membershipOf } from '@ve/domain/membership/membership-state';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { Database } from '../../platform/database.ts';
import { CLOCK } from '../../platform/injection-tokens.ts';
import { WorkTracker } from '../../platform/work-tracker.ts';
import type { TrackedWork } from '../../platform/tracked-work.ts';

const maxDurationMs = 30_000;
/** How long a request waits until the workers have recorded a payment, in milliseconds. */
const waitMs = 10_000;

/** Memberships as tracked work, which is done when there is a full check to use. */
@Injectable()
export class Memberships {
  readonly #work: TrackedWork<SubscriptionRow>;

  constructor(
    @Inject(WorkTracker) watch: WorkTracker,
    @Inject(CLOCK) clock: Clock,
    @Inject(Database) database: Database,
  ) {
    this.#work = watch.register<SubscriptionRow>({
      channel: subscriptionChannel,
      read: (id) => findSubscription(database.em(), id),
      isDone: (row) => membershipOf(row, clock()).credits > 0,
      maxDurationMs,
    });
  }

  /** Waits, for a limited time, until the workers have recorded a payment; returns the present row. */
  waitForCredit(id: string): Promise<SubscriptionRow | null> {
    return this.#work.waitUntilDone(id, waitMs);
  }
}
