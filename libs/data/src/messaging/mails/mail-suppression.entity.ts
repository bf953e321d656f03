import { defineEntity, p } from '@mikro-orm/postgresql';
import { emailFormatCheck, instantColumn } from '../../kernel/entity-columns.ts';

/**
 * `refused`: our mail server reports that the address does not exist. `bounce`: a later server reported so.
 * `complaint`: its owner marked one of our mails as spam.
 */
const mailSuppressionReasons = ['bounce', 'complaint', 'refused'] as const;
export type MailSuppressionReason = (typeof mailSuppressionReasons)[number];

/** An address that gets only mails of the stream `service`, which its owner cannot unsubscribe from. */
export const mailSuppressionEntity = defineEntity({
  name: 'MailSuppression',
  tableName: 'mail_suppressions',
  properties: {
    email: p.text().primary(),
    reason: p.text().$type<MailSuppressionReason>(),
    /** When it happened, as reported. */
    suppressedAt: instantColumn(),
    /** When its owner resubscribed or mail was seen to arrive; earlier reports no longer count. */
    liftedAt: instantColumn().nullable(),
  },
  indexes: [{ name: 'mail_suppressions_suppressed_at_index', properties: ['suppressedAt'] }],
  checks: [
    { name: 'mail_suppressions_email_check', expression: emailFormatCheck('email') },
    {
      name: 'mail_suppressions_reason_check',
      expression: `reason in (${mailSuppressionReasons.map((reason) => `'${reason}'`).join(', ')})`,
    },
  ],
});
