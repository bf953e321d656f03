import { defineEntity, p } from '@mikro-orm/postgresql';
import { emailCheck, instant } from '../../kernel/columns.ts';

/**
 * `refused`: our mail server says that the address does not exist. `bounce`: a later server said so. `complaint`: its owner
 * called a mail of ours spam.
 */
export const suppressionReasons = ['bounce', 'complaint', 'refused'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** An address that gets no mail which its owner could unsubscribe from. Mails of the stream `service` are still tried. */
export const mailSuppressionSchema = defineEntity({
  name: 'MailSuppression',
  tableName: 'mail_suppressions',
  properties: {
    email: p.text().primary(),
    reason: p.text().$type<SuppressionReason>(),
    /** When it happened, as far as we were told. */
    suppressedAt: instant(),
    /** When its owner showed that mail arrives, or is wanted; what happened before then no longer counts. */
    liftedAt: instant().nullable(),
  },
  indexes: [{ name: 'mail_suppressions_suppressed_at_index', properties: ['suppressedAt'] }],
  checks: [
    { name: 'mail_suppressions_email_check', expression: emailCheck('email') },
    {
      name: 'mail_suppressions_reason_check',
      expression: `reason in (${suppressionReasons.map((reason) => `'${reason}'`).join(', ')})`,
    },
  ],
});
