import { defineEntity, p } from '@mikro-orm/postgresql';
import { contactLimits } from '@ve/contracts/http/messaging/contact';
import { emailCheck, instant, newestFirst, tokenHashCheck, uuidKey } from '../../kernel/entity-columns.ts';

/** A message sent through the contact form. */
export const contactMessageSchema = defineEntity({
  name: 'ContactMessage',
  tableName: 'contact_messages',
  properties: {
    id: uuidKey(),
    name: p.text(),
    email: p.text(),
    message: p.text(),
    /** As typed by the sender; not checked against a register. */
    registration: p.text().nullable(),
    kind: p.text().$type<'enquiry' | 'complaint'>().default('enquiry'),
    /** The reference of a complaint: `VE-7K3M9QXA`. */
    reference: p.text().nullable().unique('contact_messages_reference_unique'),
    state: p.text().$type<'received' | 'answered' | 'escalated'>().default('received'),
    answeredAt: instant().nullable(),
    /** The answer mailed to the sender; null while it is open, or when it was answered outside the service. */
    answer: p.text().nullable(),
    escalatedAt: instant().nullable(),
    /** Set for an open complaint whose sender requested its deletion, which follows the answer. */
    eraseWhenAnswered: p.boolean().default(false),
    /** Hash of the token of the link with which the sender sees the state. */
    statusTokenHash: p.text().nullable().unique('contact_messages_status_token_hash_unique').hidden(),
    /** Chosen by the browser, one per completed form; null for a form of an earlier release. */
    idempotencyKey: p.uuid().nullable(),
    receivedAt: instant(),
  },
  uniques: [{ name: 'contact_messages_email_idempotency_key_unique', properties: ['email', 'idempotencyKey'] }],
  indexes: [
    { name: 'contact_messages_email_received_at_index', properties: ['email', 'receivedAt'] },
    {
      name: 'contact_messages_received_at_id_index',
      properties: ['receivedAt', 'id'],
      columns: newestFirst('received_at'),
    },
    {
      name: 'contact_messages_complaints_received_at_id_index',
      properties: ['receivedAt', 'id'],
      columns: newestFirst('received_at'),
      where: `kind = 'complaint'`,
    },
    {
      name: 'contact_messages_complaints_index',
      properties: ['receivedAt'],
      where: `kind = 'complaint' and state = 'received'`,
    },
    {
      name: 'contact_messages_unanswered_index',
      properties: ['receivedAt'],
      where: `kind = 'complaint' and state <> 'answered'`,
    },
  ],
  checks: [
    { name: 'contact_messages_kind_check', expression: `kind in ('enquiry', 'complaint')` },
    { name: 'contact_messages_state_check', expression: `state in ('received', 'answered', 'escalated')` },
    { name: 'contact_messages_reference_check', expression: `reference ~ '^VE-[A-Z0-9]{8}$'` },
    { name: 'contact_messages_complaint_check', expression: `(kind = 'complaint') = (reference is not null)` },
    {
      name: 'contact_messages_erase_when_answered_check',
      expression: `not erase_when_answered or (kind = 'complaint' and state <> 'answered')`,
    },
    { name: 'contact_messages_status_token_hash_check', expression: tokenHashCheck('status_token_hash') },
    {
      name: 'contact_messages_name_check',
      expression: `btrim(name) <> '' and length(name) <= ${contactLimits.name} and name !~ '[[:cntrl:]]'`,
    },
    {
      name: 'contact_messages_answer_check',
      expression: `answer is null or (state = 'answered' and btrim(answer) <> '' and length(answer) <= ${contactLimits.message})`,
    },
    { name: 'contact_messages_email_check', expression: emailCheck('email') },
    {
      name: 'contact_messages_message_check',
      expression: `btrim(message) <> '' and length(message) <= ${contactLimits.message}`,
    },
    {
      name: 'contact_messages_registration_check',
      expression: `length(registration) <= ${contactLimits.registration} and registration !~ '[[:cntrl:]]'`,
    },
  ],
});
