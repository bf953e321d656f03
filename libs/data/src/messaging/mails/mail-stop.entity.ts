import { defineEntity, p } from '@mikro-orm/postgresql';
import { type StoppableStream, stoppableStreams } from '@ve/contracts/mails';
import { emailCheck, instant } from '../../kernel/columns.ts';

/** An address unsubscribed from one stream. */
export const mailStopSchema = defineEntity({
  name: 'MailStop',
  tableName: 'mail_stops',
  properties: {
    email: p.text().primary(),
    stream: p.text().$type<StoppableStream>().primary(),
    stoppedAt: instant(),
  },
  checks: [
    { name: 'mail_stops_email_check', expression: emailCheck('email') },
    {
      name: 'mail_stops_stream_check',
      expression: `stream in (${stoppableStreams.map((stream) => `'${stream}'`).join(', ')})`,
    },
  ],
});
