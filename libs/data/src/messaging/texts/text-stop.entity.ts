import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant, phoneCheck } from '../../kernel/columns.ts';

/**
 * Why no text goes to a number. `stop`: its owner answered STOP; `unreachable`: its handset was off on two days;
 * `unknown`, `landline`: nobody has it, or it takes no texts; `blocked`, `carrier`: its network refuses ours.
 */
export const textStopReasons = ['stop', 'unreachable', 'landline', 'unknown', 'blocked', 'carrier'] as const;
export type TextStopReason = (typeof textStopReasons)[number];

/** A number that no text goes to. */
export const textStopSchema = defineEntity({
  name: 'TextStop',
  tableName: 'text_stops',
  properties: {
    phone: p.text().primary(),
    reason: p.text().$type<TextStopReason>(),
    stoppedAt: instant().index('text_stops_stopped_at_index'),
  },
  checks: [
    { name: 'text_stops_phone_check', expression: phoneCheck('phone') },
    {
      name: 'text_stops_reason_check',
      expression: `reason in (${textStopReasons.map((reason) => `'${reason}'`).join(', ')})`,
    },
  ],
});
