import type { EntityManager } from '@mikro-orm/postgresql';
import type { SkipReason } from '@ve/domain/messaging/skip-reason';

/**
 * The effects of a message's end in business contexts that messaging does not depend on, within the same transaction. Each
 * process passes its listener in.
 */
export interface MessageListener {
  /** A queued mail or text is not sent. */
  messageSkipped(
    em: EntityManager,
    message: { template: string; subjectId: string | null },
    reason: SkipReason,
    now: Date,
  ): Promise<void>;
}
