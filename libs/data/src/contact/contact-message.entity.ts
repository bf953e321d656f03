import { defineEntity, p } from '@mikro-orm/postgresql';
import { contactLimits } from '@ve/contracts/http/contact';
import { emailCheck, instant, uuidKey } from '../columns.ts';

export const contactMessageSchema = defineEntity({
  name: 'ContactMessage',
  tableName: 'contact_messages',
  properties: {
    id: uuidKey(),
    name: p.text(),
    email: p.text(),
    message: p.text(),
    /** As typed; it may not exist. */
    registration: p.text().nullable(),
    receivedAt: instant(),
  },
  indexes: [
    { name: 'contact_messages_email_received_at_index', properties: ['email', 'receivedAt'] },
    { name: 'contact_messages_received_at_index', properties: ['receivedAt'] },
  ],
  checks: [
    {
      name: 'contact_messages_name_check',
      expression: `btrim(name) <> '' and length(name) <= ${contactLimits.name} and name !~ '[[:cntrl:]]'`,
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

/** A message sent through the contact form. */
export class ContactMessage extends contactMessageSchema.class {}
contactMessageSchema.setClass(ContactMessage);
