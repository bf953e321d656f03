import type { MailResendAnswer } from '@ve/contracts/http/operations/admin-mails';
import type { TextResendAnswer } from '@ve/contracts/http/operations/admin-texts';
import type { Context } from '@ve/data/kernel/context';
import { lockMail } from '@ve/data/messaging/mails/mail-list.repository';
import { lockText } from '@ve/data/messaging/texts/text-list.repository';
import { findTextOptOut } from '@ve/data/messaging/texts/text-opt-out.repository';
import { textExpiryMs } from '@ve/domain/messaging/texts/text-state';
import { auditStaffAction } from '../identity/staff/staff-audit.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import { resendTextByStaff } from '../messaging/texts/resend-text.ts';
import { rerunJob } from './rerun-job.ts';
import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type { reprocessStripeEventEndpoint } from '@ve/contracts/http/operations/admin-webhooks';
import { lockStripeEvent } from '@ve/data/membership/stripe-event/stripe-event-list.repository';

/** A message, and why staff send it again. */
interface Resend {
  id: string;
  reason: string;
}

/**
 * Queues a mail again and audits it, in one transaction.
 * @throws ProblemError `not-found`
 */
export const requeueMail = (context: Context, { id, reason }: Resend): Promise<MailResendAnswer> => {
  const { now, correlationId } = context;
  return context.em.transactional(async (em) => {
    const mail = await lockMail(em, id);
    if (mail === null) throw new ProblemError('not-found');
    if (mail.state === 'sent' || mail.state === 'skipped') return mail.state;
    if (!(await rerunJob(em, { name: 'mails.send', payload: { mailId: id, correlationId } }, now()))) return 'waiting';
    const { template } = mail;
    await auditStaffAction(em, context, { action: 'mail.resent', subject: id, details: { template }, reason });
    return 'queued';
  });
};

/**
 * Queues a text again and audits it, in one transaction. A text that failed after the vendor accepted it is created
 * again; one that was never accepted is retried.
 * @throws ProblemError `not-found`
 */
export const requeueText = (context: Context, { id, reason }: Resend): Promise<TextResendAnswer> => {
  const by = { now: context.now(), correlationId: context.correlationId };
  return context.em.transactional(async (em) => {
    const text = await lockText(em, id);
    if (text === null) throw new ProblemError('not-found');
    const { state, template, recipient, wasTaken, createdAt } = text;
    if (state !== 'failed') return state;
    if ((await findTextOptOut(em, recipient)) !== null) return 'stopped';
    if (wasTaken) {
      if (!(await resendTextByStaff(em, text, by))) return 'sent';
    } else {
      if (by.now.getTime() - createdAt.getTime() >= textExpiryMs) return 'too-late';
      const payload = { textId: id, correlationId: by.correlationId };
      if (!(await rerunJob(em, { name: 'texts.send', payload }, by.now))) return 'waiting';
    }
    await auditStaffAction(em, context, { action: 'text.resent', subject: id, details: { template }, reason });
    return 'queued';
  });
};

/**
 * Queues an event of Stripe again and audits it, in one transaction.
 * @throws ProblemError `not-found`
 */
export const requeueStripeEvent = (
  context: Context,
  { id, reason }: { id: string; reason: string },
): Promise<EndpointAnswerBody<typeof reprocessStripeEventEndpoint>> => {
  const { now, correlationId } = context;
  return context.em.transactional(async (em) => {
    const event = await lockStripeEvent(em, id);
    if (event === null) throw new ProblemError('not-found');
    if (!(await rerunJob(em, { name: 'stripe-events.process', payload: { eventId: id, correlationId } }, now()))) {
      return { outcome: 'waiting' };
    }
    await auditStaffAction(em, context, { action: 'stripe-event.reprocessed', subject: id, details: event, reason });
    return { outcome: 'queued' };
  });
};
