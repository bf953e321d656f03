import { isMailStreamOptedOut } from '@ve/data/messaging/mails/mail-opt-out.repository';
import { isMailSuppressed, suppressMail } from '@ve/data/messaging/mails/mail-suppression.repository';
import {
  claimMail,
  type ClaimedMail,
  type DatedMail,
  deleteMail,
  findMailState,
  markMailFailed,
  markMailSent,
  markMailSkipped,
  releaseMail,
} from '@ve/data/messaging/mails/mail.repository';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { SkipReason } from '@ve/domain/messaging/skip-reason';
import type { MailAnswer, UnavailableReason } from '@ve/providers/mail/mail.port';
import { JobLockedError, UnrecoverableJobError } from '@ve/contracts/job-errors';
import type { JobUseCase, JobContext } from '@ve/app/job-context';
import type { EmailContent } from './email-content.ts';
import { mailBuilderOf } from './mail-builders.ts';
import type { MailDeps } from './mail-deps.ts';
import type { ReaderMembership } from './reader-membership.ts';
import { renderEmail } from './render-email.ts';

/** How long a mail waits for a server that accepts none; after that each try counts as an attempt. */
const maxHoldMs = 72 * 3_600_000;

/**
 * Failures of the server, not of the mail: no other mail or attempt would succeed, and the mail was certainly not accepted.
 */
const ofTheServer: ReadonlySet<UnavailableReason> = new Set(['unreachable', 'deferred', 'not-permitted']);

/**
 * Sends a mail once: claims its row with a lease, builds the content and the tokens of its links, commits, and only then
 * calls the mail server, without holding a database connection. If the process dies, or the database is lost, between the
 * server's response and our record of it (or the server stops responding after the text), the mail is sent again under the
 * same Message-ID once the lease expired. A rejection of the mail becomes an error and a recorded failure without the
 * address in it. A server that cannot be reached, defers (a 421, a greylist) or rejects our password costs no attempt for
 * three days; the mail is then built again, and skipped if no longer needed. A skipped reminder may be planned again. An
 * address that the server reports as dead is suppressed. Unsubscribed and suppressed addresses get only service mails.
 */
export const createMailHandler =
  (needs: MailDeps): JobUseCase<'mails.send'> =>
  async ({ mailId }, context) => {
    const { em, now, logger, lastAttempt } = context;
    const prepared = await prepare(needs, mailId, context).catch(async (error: unknown) => {
      if (lastAttempt && !(error instanceof JobLockedError)) {
        await markMailFailed(em, mailId, 'never-sent', now());
      }
      throw error;
    });
    if (typeof prepared === 'string') {
      logger.info({ event: 'mail_not_sent', mailId, result: prepared }, 'A mail was not sent.');
      return;
    }
    const { mail } = prepared;
    const answer = await send(needs, prepared).catch(async (error: unknown) => {
      await releaseOrFail(context, mail, lastAttempt ? 'never-sent' : null);
      throw error;
    });
    if (answer.state === 'accepted') {
      await em.transactional(async (transaction) => {
        // Nothing about the person may be kept, not even that we wrote to them.
        if (mail.template === 'account-deleted') await deleteMail(transaction, mailId);
        else await markMailSent(transaction, mailId, now());
        await context.complete(transaction);
      });
      logger.info({ event: 'mail_sent', mailId, template: mail.template }, 'A mail was sent.');
      return;
    }
    if (answer.state === 'refused') {
      await releaseOrFail(context, mail, `refused ${answer.code}`);
      if (answer.deadAddress && mail.recipient !== null) {
        await suppressMail(em, { email: mail.recipient, reason: 'refused', at: now() });
      }
      throw new UnrecoverableJobError(`the mail server refused it: ${answer.code}`);
    }
    const reason = answer.code === undefined ? answer.reason : `${answer.reason} ${answer.code}`;
    const ageMs = now().getTime() - mail.createdAt.getTime();
    if (ofTheServer.has(answer.reason) && ageMs < maxHoldMs) {
      await releaseOrFail(context, mail, null);
      throw new JobLockedError(`the mail server does not take it: ${reason}`, heldMs(ageMs));
    }
    await releaseOrFail(context, mail, lastAttempt ? reason : null);
    throw new Error(`the mail server did not take it: ${reason}`);
  };

/** A quarter of the mail's age in milliseconds, between five seconds and half an hour. */
const heldMs = (ageMs: number): number => Math.min(1_800_000, Math.max(5_000, ageMs / 4));

interface Prepared {
  mail: DatedMail;
  content: EmailContent;
  reader: ReaderMembership | null;
}

/** In one short transaction: claims the mail, reads its data and stores the hashes of its tokens. */
const prepare = (
  { mailSettings, mailLeaseMs, findReaderMembership, builderOf = mailBuilderOf }: MailDeps,
  mailId: string,
  { em: outside, now, listener }: JobContext,
): Promise<Prepared | string> =>
  outside.transactional(async (em) => {
    const at = now();
    const mail = await claimMail(em, mailId, { now: at, until: new Date(at.getTime() + mailLeaseMs) });
    if (!mail) {
      const state = await findMailState(em, mailId);
      if (!state) throw new UnrecoverableJobError('no mail with this id');
      if (state.ended) return 'ended already';
      const heldMs = (state.claimedUntil?.getTime() ?? 0) - at.getTime();
      throw new JobLockedError('somebody else is sending it', Math.max(1_000, heldMs));
    }
    const skip = async (reason: SkipReason) => {
      await markMailSkipped(em, mailId, reason, at);
      await listener.messageSkipped(em, mail, reason, at);
      return reason;
    };
    const unwanted = await skipReasonOf(em, mail);
    if (unwanted !== null) return skip(unwanted);
    const build = builderOf(mail.template);
    if (!build) throw new Error('a template that this release does not know');
    const needs = { settings: mailSettings, now: at };
    const content = await build(em, mail, needs);
    return 'skip' in content
      ? skip(content.skip)
      : { mail, content, reader: await findReaderMembership(em, mail, needs) };
  });

const skipReasonOf = async (em: EntityManager, { recipient, stream }: ClaimedMail): Promise<SkipReason | null> => {
  if (recipient === null || stream === 'service') return null;
  if (await isMailStreamOptedOut(em, recipient, stream)) return 'stream-stopped';
  return (await isMailSuppressed(em, recipient)) ? 'suppressed' : null;
};

const send = async (
  { mail: server, mailSettings }: MailDeps,
  { mail: { id, recipient }, content, reader }: Prepared,
): Promise<MailAnswer> => {
  const { text, html } = await renderEmail(content, reader);
  const { subject, replyTo, automatic, unsubscribeUrl } = content;
  return server.send({
    id,
    from: mailSettings.from,
    to: recipient ?? mailSettings.support,
    ...(replyTo ? { replyTo } : {}),
    subject,
    automatic,
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl, unsubscribeTo: mailSettings.support }),
    text,
    html,
  });
};

/** Releases the claim, or marks the mail as failed. */
const releaseOrFail = ({ em, now }: JobContext, mail: ClaimedMail, failure: string | null): Promise<void> =>
  failure === null ? releaseMail(em, mail) : markMailFailed(em, mail.id, failure, now());
