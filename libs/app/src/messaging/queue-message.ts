import type { EntityManager } from '@mikro-orm/postgresql';
import { type MailTemplate, mailTemplateDeclarationOf } from '@ve/contracts/mails';
import { type TextTemplate, textTemplateDeclarationOf } from '@ve/contracts/texts';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { addMail } from '@ve/data/messaging/mails/mail.repository';
import type { NewMessage, ClaimedMessage } from '@ve/data/messaging/message.repository';
import { addText, type NewQueuedText } from '@ve/data/messaging/texts/text.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { MessageSkipReason } from '@ve/domain/messaging/message-skip-reason';

/** Who orders, and when: a `Context`, or the time that the caller has already read. */
export interface MessageQueueContext {
  now: Date | Clock;
  correlationId: string;
}

/** A message to be sent. Its key follows from its template's declaration in the contract. */
export type MessageToQueue<Template> = Omit<NewMessage, 'uniqueKey' | 'subjectId'> & {
  template: Template;
  uniqueKey?: never;
} & (
    | {
        subjectId: string;
        /** What makes this message unique among those of its template; by default the id of its subject. */
        occasion?: string;
      }
    | { subjectId: null; occasion: string }
  );

/** An ordered mail. `recipient`: null for our own support. */
export type MailToQueue = MessageToQueue<MailTemplate>;
/** An ordered text. `recipient`: E.164. */
export type TextToQueue = MessageToQueue<TextTemplate> & { recipient: string };

const keyOf = (
  { template, subjectId, occasion = subjectId ?? '' }: MessageToQueue<string>,
  { keyPrefix = `${template}.` }: { keyPrefix?: string } = {},
): string => `${keyPrefix}${occasion}`;

const timeOf = ({ now }: MessageQueueContext): Date => (typeof now === 'function' ? now() : now);

/**
 * Writes a mail and the job that sends it into the caller's transaction: it is sent if and only if that commits. A mail
 * whose key already exists is not written again.
 */
export const queueMail = async (em: EntityManager, order: MailToQueue, ordered: MessageQueueContext): Promise<void> => {
  const now = timeOf(ordered);
  const uniqueKey = keyOf(order, mailTemplateDeclarationOf(order.template) ?? {});
  const mailId = await addMail(em, { ...order, uniqueKey }, now);
  const { correlationId } = ordered;
  if (mailId !== null) await addToOutbox(em, { jobName: 'mails.send', payload: { mailId, correlationId } }, { now });
};

/** Writes a text and its job, as `queueMail`. False for a key that already exists. */
export const queueText = (em: EntityManager, order: TextToQueue, ordered: MessageQueueContext): Promise<boolean> =>
  queueTextWithUniqueKey(
    em,
    { ...order, uniqueKey: keyOf(order, textTemplateDeclarationOf(order.template) ?? {}) },
    ordered,
  );

/** As `queueText`, for a text with a key of its own. */
export const queueTextWithUniqueKey = async (
  em: EntityManager,
  text: NewQueuedText,
  ordered: MessageQueueContext,
): Promise<boolean> => {
  const now = timeOf(ordered);
  const textId = await addText(em, text, now);
  if (textId === null) return false;
  const { correlationId } = ordered;
  await addToOutbox(em, { jobName: 'texts.send', payload: { textId, correlationId } }, { now });
  return true;
};

/** Notified of messages by the context that ordered them, wired in `main`. */
export interface MessageListener {
  /** Called in the transaction that marks a message as skipped. */
  onSkipped(
    em: EntityManager,
    message: Pick<ClaimedMessage, 'template' | 'subjectId'>,
    skipped: { reason: MessageSkipReason; at: Date },
  ): Promise<void>;
  /** Called in the transaction that marks a mail as accepted by the mail server. */
  onSent(em: EntityManager, mail: Pick<ClaimedMessage, 'template' | 'subjectId'>, at: Date): Promise<void>;
  /** Called in the transaction that marks a sent mail as permanently undeliverable. */
  onBounced(em: EntityManager, mail: Pick<ClaimedMessage, 'template' | 'subjectId'>): Promise<void>;
}
