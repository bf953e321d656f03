import type { EntityManager } from '@mikro-orm/postgresql';
import { JobLockedError, UnrecoverableJobError } from '@ve/contracts/job-errors';
import {
  type ClaimedMessage,
  findMessageState,
  markMessageFailed,
  markMessageSkipped,
  type MessageTable,
} from '@ve/data/messaging/message.repository';
import type { MessageSkipReason } from '@ve/domain/messaging/message-skip-reason';
import type { JobContext } from '../job-context.ts';
import type { UseCaseLogger } from '../kernel/use-case-logger.ts';

/**
 * `subject-deleted`: the row that the message is about was deleted; `not-needed`: what it asks for is already done, or
 * its subject is over; for a reminder, the reason it is not sent.
 */
export interface SkippedMessage {
  skip: MessageSkipReason;
}

/**
 * Builds the content of a claimed message from the row that it is about, through `em`, which commits before anything is
 * sent: a token of a link is generated here, and only its hash is stored.
 */
export type MessageBuilder<Message, Content, Settings> = (
  em: EntityManager,
  message: Message,
  at: { settings: Settings; now: Date },
) => Promise<Content>;

/** Returns the builder of a template; null for a template of a newer release. */
export type MessageBuilderLookup<Builder> = (template: string) => Builder | null;

/** What mails and texts do differently. `Prepared`: what is delivered. */
export interface MessageChannel<Message extends ClaimedMessage, Prepared> {
  table: MessageTable;
  /** How long a claimed message is leased: longer than the vendor's timeout. */
  leaseMs: number;
  claim(em: EntityManager, id: string, lease: { now: Date; until: Date }): Promise<Message | null>;
  /**
   * Builds a claimed message in the transaction that claims it; runs within milliseconds.
   * @throws JobLockedError to defer it: then it is not claimed
   */
  prepare(em: EntityManager, message: Message, now: Date): Promise<Prepared | SkippedMessage>;
  /** Sends it, and records and logs the outcome, without a database connection during the call. */
  deliver(prepared: Prepared, context: JobContext): Promise<void>;
  /** Logs why nothing was sent. */
  logNotSent(logger: UseCaseLogger, id: string, result: string): void;
}

/**
 * Sends a message once: claims its row with a lease, skips it with a reason or builds it, commits, and only then
 * delivers it. If the process dies, the message is sent again once the lease has expired. The context that ordered a
 * skipped message is notified: it may plan the message again.
 */
export const sendMessage = async <Message extends ClaimedMessage, Prepared extends object>(
  channel: MessageChannel<Message, Prepared>,
  id: string,
  context: JobContext,
): Promise<void> => {
  const { em, now, logger, lastAttempt } = context;
  const { table } = channel;
  const prepared = await claim(channel, id, context).catch(async (error: unknown) => {
    if (lastAttempt && !(error instanceof JobLockedError)) {
      await markMessageFailed(em, table, { id, failure: 'never-sent', now: now() });
    }
    throw error;
  });
  if (typeof prepared === 'string') channel.logNotSent(logger, id, prepared);
  else await channel.deliver(prepared, context);
};

/** In one short transaction: claims the message and builds it. Returns why nothing is to be sent, as text. */
const claim = <Message extends ClaimedMessage, Prepared extends object>(
  channel: MessageChannel<Message, Prepared>,
  id: string,
  { em: outside, now, listener }: JobContext,
): Promise<Prepared | string> =>
  outside.transactional(async (em) => {
    const at = now();
    const { table, leaseMs } = channel;
    const message = await channel.claim(em, id, { now: at, until: new Date(at.getTime() + leaseMs) });
    if (message === null) {
      const state = await findMessageState(em, table, id);
      if (state === null) throw new UnrecoverableJobError(`no ${table === 'mails' ? 'mail' : 'text'} with this id`);
      if (state.ended) return 'ended already';
      const heldMs = (state.claimedUntil?.getTime() ?? 0) - at.getTime();
      throw new JobLockedError('another worker is sending it', Math.max(1_000, heldMs));
    }
    const prepared = await channel.prepare(em, message, at);
    if (!('skip' in prepared)) return prepared;
    const reason = prepared.skip;
    await markMessageSkipped(em, table, { id, reason, now: at });
    await listener.onSkipped(em, message, { reason, at });
    return reason;
  });

/** @throws Error for a template of a newer release, which a later attempt may reach */
export const requireMessageBuilder = <Builder>(builderOf: MessageBuilderLookup<Builder>, template: string): Builder => {
  const build = builderOf(template);
  if (build === null) throw new Error('a template that this release does not know');
  return build;
};
