import { Injectable } from '@nestjs/common';
import type { QueryOf } from '@ve/contracts/endpoint';
import type {
  listUnsentMails,
  MailOutcome,
  UnsentMail,
  UnsentMailPage,
} from '@ve/contracts/http/operations/admin-mails';
import type { FailedTextPage, listFailedTexts, TextOutcome } from '@ve/contracts/http/operations/admin-texts';
import type { Context } from '@ve/data/kernel/context';
import { totalOf } from '@ve/data/operations/lists/totals.repository';
import {
  countMailsOf,
  type ListedMail,
  listMails,
  lockMail,
  mailListTime,
  type MailSelection,
} from '@ve/data/messaging/mails/mail-list.repository';
import { rerunJob } from '@ve/data/operations/rerun/rerun-job';
import { resendTextByStaff } from '@ve/app/messaging/texts/resend-text';
import {
  countFailedTexts,
  listFailedTexts as readFailedTexts,
  lockText,
} from '@ve/data/messaging/texts/text-list.repository';
import { findTextOptOut } from '@ve/data/messaging/texts/text-opt-out.repository';
import { textExpiryMs } from '@ve/data/messaging/texts/text.repository';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { placeOf, toListPage } from '../../platform/list-page.ts';
import { auditStaff } from '@ve/app/identity/staff/staff-audit';

/** Longer than a mail usually takes, which is seconds. */
const longMs = 5 * 60_000;

/** Undelivered mails and texts, for staff. */
@Injectable()
export class AdminMailsService {
  /** Lists a page and audits the read, because addresses are shown. */
  list(context: Context, { state = 'failed', ...place }: QueryOf<typeof listUnsentMails>): Promise<UnsentMailPage> {
    const selection: MailSelection =
      state === 'waiting' ? { state, before: new Date(context.now().getTime() - longMs) } : { state };
    return context.em.transactional(async (em) => {
      const page = await listMails(em, selection, placeOf(place));
      const total =
        state === 'failed' ? await totalOf(em, 'failed-mails', context.now()) : await countMailsOf(em, selection);
      const details = { state, found: page.rows.map(({ id }) => id) };
      await auditStaff(em, context, { action: 'mails.listed', details });
      return toListPage(page, total, mailListTime, toUnsentMail);
    });
  }

  /** Lists a page and audits the read, because numbers are shown. */
  listTexts(context: Context, query: QueryOf<typeof listFailedTexts>): Promise<FailedTextPage> {
    return context.em.transactional(async (em) => {
      const page = await readFailedTexts(em, placeOf(query));
      const total = await countFailedTexts(em);
      await auditStaff(em, context, { action: 'texts.listed', details: { found: page.rows.map(({ id }) => id) } });
      return toListPage(
        page,
        total,
        ({ failedAt }) => failedAt,
        ({ createdAt, failedAt, failure, ...text }) => ({
          ...text,
          writtenAt: createdAt.toISOString(),
          failedAt: failedAt.toISOString(),
          why: failure,
        }),
      );
    });
  }

  /**
   * Queues a mail again and audits it, in one transaction.
   * @throws ProblemError `not-found`
   */
  resend(context: Context, id: string, reason: string): Promise<MailOutcome> {
    const { now, correlationId } = context;
    return context.em.transactional(async (em) => {
      const mail = await lockMail(em, id);
      if (mail === null) throw new ProblemError('not-found');
      if (mail.state === 'sent' || mail.state === 'skipped') return mail.state;
      if (!(await rerunJob(em, 'mails.send', { mailId: id, correlationId }, now()))) return 'waiting';
      const { template } = mail;
      await auditStaff(em, context, { action: 'mail.resent', subject: id, details: { template }, reason });
      return 'queued';
    });
  }

  /**
   * Queues a text again and audits it, in one transaction. A text that failed after the vendor accepted it is created
   * again; one that was never accepted is retried.
   * @throws ProblemError `not-found`
   */
  resendText(context: Context, id: string, reason: string): Promise<TextOutcome> {
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
        if (!(await rerunJob(em, 'texts.send', payload, by.now))) return 'waiting';
      }
      await auditStaff(em, context, { action: 'text.resent', subject: id, details: { template }, reason });
      return 'queued';
    });
  }
}

const toUnsentMail = ({ createdAt, endedAt, ...mail }: ListedMail): UnsentMail => ({
  ...mail,
  writtenAt: createdAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
});
