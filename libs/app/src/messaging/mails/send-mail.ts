import type { EntityManager } from '@mikro-orm/postgresql';
import { JobLockedError, UnrecoverableJobError } from '@ve/contracts/job-errors';
import { mailTemplateDeclarationOf } from '@ve/contracts/mails';
import { isMailStreamOptedOut } from '@ve/data/messaging/mails/mail-opt-out.repository';
import { isMailAddressSuppressed, suppressMailAddress } from '@ve/data/messaging/mails/mail-suppression.repository';
import {
  claimMail,
  type ClaimedMail,
  deleteMail,
  markMailSent,
  releaseMailClaim,
} from '@ve/data/messaging/mails/mail.repository';
import { markMessageFailed } from '@ve/data/messaging/message.repository';
import type { MessageSkipReason } from '@ve/domain/messaging/message-skip-reason';
import type { OutgoingMail, Mailbox, MailPort, MailUnavailableReason } from '@ve/providers/mail/mail.port';
import type { JobContext, JobUseCase } from '../../job-context.ts';
import {
  type MessageBuilderLookup,
  type MessageChannel,
  requireMessageBuilder,
  type MessageBuilder,
  sendMessage,
  type SkippedMessage,
} from '../send-message.ts';

export interface MailSettings {
  from: Mailbox;
  /** The recipient of enquiries, and the contact address in every mail. */
  support: string;
  /** The site's origin, without a trailing slash. */
  origin: string;
}

/** The content of a mail, before it is rendered and addressed. */
export interface UnrenderedMail {
  subject: string;
  replyTo?: Mailbox;
  automatic: OutgoingMail['automatic'];
  unsubscribeUrl?: string;
}

/** What a builder may read of a claimed mail. */
export type MailBuilderInput = Omit<ClaimedMail, 'createdAt'>;

export type MailBuilder<Content> = MessageBuilder<MailBuilderInput, Content | SkippedMessage, MailSettings>;

/** Renders both bodies of a mail. */
export type MailRenderer<Content> = (content: Content) => Promise<Pick<OutgoingMail, 'text' | 'html'>>;

export interface SendMailDeps<Content extends UnrenderedMail> {
  mail: MailPort;
  mailSettings: MailSettings;
  /** Lease of a claimed mail: longer than the mail server's timeout. */
  mailLeaseMs: number;
  builderOf: MessageBuilderLookup<MailBuilder<Content>>;
  /** Reads what the frame of every mail states to its reader, in the transaction that builds the mail. */
  rendererFor: MessageBuilder<ClaimedMail, MailRenderer<Content>, MailSettings>;
}

interface PreparedMail<Content> {
  mail: ClaimedMail;
  content: Content;
  render: MailRenderer<Content>;
}

/** How long a mail waits for a server that accepts none; after that each try counts as an attempt. */
const maxHoldMs = 72 * 3_600_000;

/**
 * Failures of the server, not of the mail: no other mail or attempt would succeed, and the mail was certainly not
 * accepted.
 */
const ofTheServer: ReadonlySet<MailUnavailableReason> = new Set(['unreachable', 'deferred', 'not-permitted']);

/**
 * Sends a mail, as `sendMessage`. If the process dies, or the database is lost, between the server's response and our
 * record of it (or the server stops responding after the text), the mail is sent again under the same Message-ID. A
 * rejection of the mail becomes an error and a recorded failure without the address in it. A server that cannot be
 * reached, defers (a 421, a greylist) or rejects our password costs no attempt for three days; the mail is then built
 * again, and skipped if no longer needed. An address that the server reports as dead is suppressed. Unsubscribed and
 * suppressed addresses get only service mails.
 */
export const sendMail =
  <Content extends UnrenderedMail>(deps: SendMailDeps<Content>): JobUseCase<'mails.send'> =>
  ({ mailId }, context) =>
    sendMessage(channelOf(deps), mailId, context);

const channelOf = <Content extends UnrenderedMail>(
  deps: SendMailDeps<Content>,
): MessageChannel<ClaimedMail, PreparedMail<Content>> => ({
  table: 'mails',
  leaseMs: deps.mailLeaseMs,
  claim: claimMail,
  prepare: async (em, mail, now) => {
    const unwanted = await skipReasonOf(em, mail);
    if (unwanted !== null) return { skip: unwanted };
    const at = { settings: deps.mailSettings, now };
    const content = await requireMessageBuilder(deps.builderOf, mail.template)(em, mail, at);
    return 'skip' in content ? content : { mail, content, render: await deps.rendererFor(em, mail, at) };
  },
  deliver: (prepared, context) => deliver(deps, prepared, context),
  logNotSent: (logger, mailId, result) =>
    logger.info({ event: 'mail_not_sent', mailId, result }, 'A mail was not sent.'),
});

const skipReasonOf = async (
  em: EntityManager,
  { recipient, stream }: ClaimedMail,
): Promise<MessageSkipReason | null> => {
  if (recipient === null || stream === 'service') return null;
  if (await isMailStreamOptedOut(em, recipient, stream)) return 'stream-stopped';
  return (await isMailAddressSuppressed(em, recipient)) ? 'suppressed' : null;
};

const deliver = async <Content extends UnrenderedMail>(
  { mail: server, mailSettings }: SendMailDeps<Content>,
  { mail, content, render }: PreparedMail<Content>,
  context: JobContext,
): Promise<void> => {
  const { em, now, logger, lastAttempt, listener } = context;
  const { id, template, recipient, createdAt } = mail;
  const send = async () => server.send({ ...addressed(mail, content, mailSettings), ...(await render(content)) });
  const answer = await send().catch(async (error: unknown) => {
    await releaseOrFail(context, mail, lastAttempt ? 'never-sent' : null);
    throw error;
  });
  if (answer.state === 'accepted') {
    await em.transactional(async (transaction) => {
      const at = now();
      if (mailTemplateDeclarationOf(template)?.deletedOnceSent === true) await deleteMail(transaction, id);
      else await markMailSent(transaction, id, at);
      await listener.onSent(transaction, mail, at);
      await context.complete(transaction);
    });
    logger.info({ event: 'mail_sent', mailId: id, template }, 'A mail was sent.');
    return;
  }
  if (answer.state === 'refused') {
    await releaseOrFail(context, mail, `refused ${answer.code}`);
    if (answer.deadAddress && recipient !== null) {
      await suppressMailAddress(em, { email: recipient, reason: 'refused', at: now() });
    }
    throw new UnrecoverableJobError(`the mail server refused it: ${answer.code}`);
  }
  const reason = answer.code === undefined ? answer.reason : `${answer.reason} ${answer.code}`;
  const ageMs = now().getTime() - createdAt.getTime();
  if (ofTheServer.has(answer.reason) && ageMs < maxHoldMs) {
    await releaseOrFail(context, mail, null);
    throw new JobLockedError(`the mail server does not take it: ${reason}`, heldMs(ageMs));
  }
  await releaseOrFail(context, mail, lastAttempt ? reason : null);
  throw new Error(`the mail server did not take it: ${reason}`);
};

/** A quarter of the mail's age in milliseconds, between five seconds and half an hour. */
const heldMs = (ageMs: number): number => Math.min(1_800_000, Math.max(5_000, ageMs / 4));

const addressed = (
  { id, recipient }: ClaimedMail,
  { subject, replyTo, automatic, unsubscribeUrl }: UnrenderedMail,
  { from, support }: MailSettings,
): Omit<OutgoingMail, 'text' | 'html'> => ({
  id,
  from,
  to: recipient ?? support,
  ...(replyTo ? { replyTo } : {}),
  subject,
  automatic,
  ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl, unsubscribeTo: support }),
});

/** Releases the claim, or marks the mail as failed. */
const releaseOrFail = ({ em, now }: JobContext, mail: ClaimedMail, failure: string | null): Promise<void> =>
  failure === null ? releaseMailClaim(em, mail) : markMessageFailed(em, 'mails', { id: mail.id, failure, now: now() });
