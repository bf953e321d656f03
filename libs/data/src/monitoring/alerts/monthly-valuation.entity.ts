import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instant, registrationCheck } from '../../kernel/columns.ts';
import { userSchema } from '../../identity/user/user.entity.ts';

/** What a member's car was worth in a month. */
export const monthlyValuationSchema = defineEntity({
  name: 'MonthlyValuation',
  tableName: 'monthly_valuations',
  properties: {
    user: () => foreignKey(userSchema, 'cascade').primary(),
    registrationNumber: p.text().primary(),
    /** `2026-11`, in London. */
    month: p.text().primary(),
    /** A private sale in average condition. */
    pence: p.integer(),
    readAt: instant(),
  },
  checks: [
    { name: 'monthly_valuations_registration_number_check', expression: registrationCheck('registration_number') },
    { name: 'monthly_valuations_month_check', expression: `month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'` },
    { name: 'monthly_valuations_pence_check', expression: 'pence >= 0' },
  ],
});
