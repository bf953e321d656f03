import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClaimedMessage } from '@ve/data/messaging/message.repository';
import type { SkipReason } from '@ve/domain/messaging/skip-reason';

/** Notified of messages by the context that ordered them, wired in `main`. */
export interface MessageListener {
  /** Called in the transaction that marks a message as skipped. */
  onSkipped(
    em: EntityManager,
    message: Pick<ClaimedMessage, 'template' | 'subjectId'>,
    skipped: { reason: SkipReason; at: Date },
  ): Promise<void>;
  /** Called in the transaction that marks a mail as accepted by the mail server. */
  onSent(em: EntityManager, mail: Pick<ClaimedMessage, 'template' | 'subjectId'>, at: Date): Promise<void>;
  /** Called in the transaction that marks a sent mail as permanently undeliverable. */
  onBounced(em: EntityManager, mail: Pick<ClaimedMessage, 'template' | 'subjectId'>): Promise<void>;
}
