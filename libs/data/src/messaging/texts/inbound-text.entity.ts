import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant, phoneCheck, textSidCheck, uuidKey } from '../../kernel/entity-columns.ts';

/** The request of an inbound text, by its first word; its content is not stored. */
export const inboundKeywords = ['stop', 'start', 'help', 'other'] as const;
export type InboundKeyword = (typeof inboundKeywords)[number];

/** A text sent to our number. */
export const inboundTextSchema = defineEntity({
  name: 'InboundText',
  tableName: 'inbound_texts',
  properties: {
    id: uuidKey(),
    /** The vendor's id: a second webhook for the same text changes nothing. */
    sid: p.text().unique('inbound_texts_sid_unique'),
    phone: p.text().index('inbound_texts_phone_index'),
    word: p.text().$type<InboundKeyword>(),
    receivedAt: instant().index('inbound_texts_received_at_index'),
  },
  checks: [
    { name: 'inbound_texts_sid_check', expression: textSidCheck('sid') },
    { name: 'inbound_texts_phone_check', expression: phoneCheck('phone') },
    {
      name: 'inbound_texts_word_check',
      expression: `word in (${inboundKeywords.map((word) => `'${word}'`).join(', ')})`,
    },
  ],
});
