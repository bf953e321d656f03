import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn, phoneFormatCheck, textSidFormatCheck, uuidPrimaryKey } from '../../kernel/entity-columns.ts';

/** The request of an inbound text, by its first word; its content is not stored. */
const inboundKeywords = ['stop', 'start', 'help', 'other'] as const;
export type InboundKeyword = (typeof inboundKeywords)[number];

/** A text sent to our number. */
export const inboundTextEntity = defineEntity({
  name: 'InboundText',
  tableName: 'inbound_texts',
  properties: {
    id: uuidPrimaryKey(),
    /** The vendor's id: a second webhook for the same text changes nothing. */
    vendorMessageId: p.text().unique('inbound_texts_vendor_message_id_unique'),
    phone: p.text().index('inbound_texts_phone_index'),
    keyword: p.text().$type<InboundKeyword>(),
    receivedAt: instantColumn().index('inbound_texts_received_at_index'),
  },
  checks: [
    { name: 'inbound_texts_vendor_message_id_check', expression: textSidFormatCheck('vendor_message_id') },
    { name: 'inbound_texts_phone_check', expression: phoneFormatCheck('phone') },
    {
      name: 'inbound_texts_keyword_check',
      expression: `keyword in (${inboundKeywords.map((word) => `'${word}'`).join(', ')})`,
    },
  ],
});
