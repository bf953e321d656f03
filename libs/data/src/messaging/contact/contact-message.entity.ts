import { defineEntity, p } from '@mikro-orm/postgresql';
import { contactFormLimits } from '@ve/contracts/http/messaging/contact';
import type { AffiliateContentKind } from '@ve/contracts/http/messaging/affiliates';
import type { CaseKind } from '@ve/domain/messaging/contact/case-kinds';
import {
  emailFormatCheck,
  instantColumn,
  newestFirstIndexColumns,
  tokenHashFormatCheck,
  uuidPrimaryKey,
} from '../../kernel/entity-columns.ts';

/** A message sent through the contact form. */
export const contactMessageEntity = defineEntity({
  name: 'ContactMessage',
  tableName: 'contact_messages',
  properties: {
    id: uuidPrimaryKey(),
    name: p.text(),
    email: p.text(),
    message: p.text(),
    /** As typed by the sender; not checked against a register. */
    registration: p.text().nullable(),
    kind: p.text().$type<Exclude<CaseKind, 'dispute'>>().default('enquiry'),
    /** `VE-7K3M9QXA` */
    reference: p.text().unique('contact_messages_reference_unique'),
    state: p.text().$type<'received' | 'answered' | 'escalated' | 'closed'>().default('received'),
    answeredAt: instantColumn().nullable(),
    /** The answer mailed to the sender; null while it is open, or when it was answered outside the service. */
    answer: p.text().nullable(),
    escalatedAt: instantColumn().nullable(),
    /** When staff closed it without an answer. */
    closedAt: instantColumn().nullable(),
    /** The time by which an answer was promised. */
    dueAt: instantColumn(),
    /** The id of the admin who takes care of it; one who has left counts as no one. */
    assignedTo: p.uuid().nullable(),
    /** Of an affiliate application: the address of the site or channel, and what it is about. */
    website: p.text().nullable(),
    content: p.text().$type<AffiliateContentKind>().nullable(),
    /** Set for an open complaint whose sender requested its deletion, which follows the answer. */
    eraseWhenAnswered: p.boolean().default(false),
    /** Hash of the token of the link with which the sender sees the state. */
    statusTokenHash: p.text().nullable().unique('contact_messages_status_token_hash_unique').hidden(),
    /** Chosen by the browser, one per completed form; null for a form of an earlier release. */
    idempotencyKey: p.uuid().nullable(),
    receivedAt: instantColumn(),
  },
  uniques: [{ name: 'contact_messages_email_idempotency_key_unique', properties: ['email', 'idempotencyKey'] }],
  indexes: [
    { name: 'contact_messages_email_received_at_index', properties: ['email', 'receivedAt'] },
    {
      name: 'contact_messages_received_at_id_index',
      properties: ['receivedAt', 'id'],
      columns: newestFirstIndexColumns('received_at'),
    },
    {
      name: 'contact_messages_complaints_received_at_id_index',
      properties: ['receivedAt', 'id'],
      columns: newestFirstIndexColumns('received_at'),
      where: `kind = 'complaint'`,
    },
    {
      name: 'contact_messages_complaints_index',
      properties: ['receivedAt'],
      where: `kind = 'complaint' and state = 'received'`,
    },
    {
      name: 'contact_messages_open_index',
      properties: ['dueAt', 'id'],
      where: `state in ('received', 'escalated')`,
    },
  ],
  checks: [
    { name: 'contact_messages_kind_check', expression: `kind in ('enquiry', 'complaint', 'affiliate')` },
    { name: 'contact_messages_state_check', expression: `state in ('received', 'answered', 'escalated', 'closed')` },
    { name: 'contact_messages_closed_at_check', expression: `(state = 'closed') = (closed_at is not null)` },
    { name: 'contact_messages_reference_check', expression: `reference ~ '^VE-[A-Z0-9]{8}$'` },
    {
      name: 'contact_messages_affiliate_check',
      expression: `(kind = 'affiliate') = (website is not null) and (kind = 'affiliate') = (content is not null)`,
    },
    {
      name: 'contact_messages_website_check',
      expression: `website ~* '^https?://[^[:space:][:cntrl:]]+$' and length(website) <= ${contactFormLimits.website}`,
    },
    { name: 'contact_messages_content_check', expression: `content in ('automotive', 'finance', 'consumer')` },
    {
      name: 'contact_messages_erase_when_answered_check',
      expression: `not erase_when_answered or (kind = 'complaint' and state in ('received', 'escalated'))`,
    },
    { name: 'contact_messages_status_token_hash_check', expression: tokenHashFormatCheck('status_token_hash') },
    {
      name: 'contact_messages_name_check',
      expression: `btrim(name) <> '' and length(name) <= ${contactFormLimits.name} and name !~ '[[:cntrl:]]'`,
    },
    {
      name: 'contact_messages_answer_check',
      expression: `answer is null or (state = 'answered' and btrim(answer) <> '' and length(answer) <= ${contactFormLimits.message})`,
    },
    { name: 'contact_messages_email_check', expression: emailFormatCheck('email') },
    {
      name: 'contact_messages_message_check',
      expression: `btrim(message) <> '' and length(message) <= ${contactFormLimits.message}`,
    },
    {
      name: 'contact_messages_registration_check',
      expression: `length(registration) <= ${contactFormLimits.registration} and registration !~ '[[:cntrl:]]'`,
    },
  ],
});
