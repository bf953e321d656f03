import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn, phoneFormatCheck } from '../../kernel/entity-columns.ts';

/**
 * Why no text is sent to a number. `stop`: its owner replied STOP; `unreachable`: its handset was off on two days;
 * `unknown`, `landline`: it does not exist, or takes no texts; `blocked`, `carrier`: its network refuses our texts.
 */
const textOptOutReasons = ['stop', 'unreachable', 'landline', 'unknown', 'blocked', 'carrier'] as const;
export type TextOptOutReason = (typeof textOptOutReasons)[number];

/** A number to which no texts are sent. */
export const textOptOutEntity = defineEntity({
  name: 'TextOptOut',
  tableName: 'text_opt_outs',
  properties: {
    phone: p.text().primary(),
    reason: p.text().$type<TextOptOutReason>(),
    optedOutAt: instantColumn().index('text_opt_outs_opted_out_at_index'),
  },
  checks: [
    { name: 'text_opt_outs_phone_check', expression: phoneFormatCheck('phone') },
    {
      name: 'text_opt_outs_reason_check',
      expression: `reason in (${textOptOutReasons.map((reason) => `'${reason}'`).join(', ')})`,
    },
  ],
});
