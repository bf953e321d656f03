import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant, registrationCheck, uuidKey } from '../kernel/columns.ts';
import { User } from '../identity/user/user.entity.ts';

export const readyMailSchema = defineEntity({
  name: 'ReadyMail',
  tableName: 'ready_mails',
  properties: {
    id: uuidKey(),
    user: () => p.manyToOne(User).deleteRule('cascade').updateRule('no action'),
    registrationNumber: p.text(),
    requestedAt: instant(),
    sentAt: instant().nullable(),
  },
  uniques: [
    { name: 'ready_mails_waiting_unique', properties: ['registrationNumber', 'user'], where: 'sent_at is null' },
  ],
  indexes: [{ name: 'ready_mails_requested_at_index', properties: ['requestedAt'] }],
  checks: [{ name: 'ready_mails_registration_number_check', expression: registrationCheck('registration_number') }],
});

/** Somebody who waits for slow sources and asked for a mail when they have answered. */
export class ReadyMail extends readyMailSchema.class {}
readyMailSchema.setClass(ReadyMail);
