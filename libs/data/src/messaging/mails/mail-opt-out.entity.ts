import { defineEntity, p } from '@mikro-orm/postgresql';
import { type OptionalMailStream, optionalMailStreams } from '@ve/contracts/mails';
import { emailFormatCheck, instantColumn } from '../../kernel/entity-columns.ts';

/** An address unsubscribed from one stream. */
export const mailOptOutEntity = defineEntity({
  name: 'MailOptOut',
  tableName: 'mail_opt_outs',
  properties: {
    email: p.text().primary(),
    stream: p.text().$type<OptionalMailStream>().primary(),
    optedOutAt: instantColumn(),
  },
  checks: [
    { name: 'mail_opt_outs_email_check', expression: emailFormatCheck('email') },
    {
      name: 'mail_opt_outs_stream_check',
      expression: `stream in (${optionalMailStreams.map((stream) => `'${stream}'`).join(', ')})`,
    },
  ],
});
