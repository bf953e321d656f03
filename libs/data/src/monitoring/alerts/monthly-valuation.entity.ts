import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instantColumn, registrationFormatCheck } from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

/** The value of a member's car in a month. */
export const monthlyValuationEntity = defineEntity({
  name: 'MonthlyValuation',
  tableName: 'monthly_valuations',
  properties: {
    user: () => foreignKey(userEntity, 'cascade').primary(),
    registrationNumber: p.text().primary(),
    /** Month in Europe/London: `2026-11`. */
    month: p.text().primary(),
    /** The value in a private sale in average condition. */
    valuePence: p.integer(),
    fetchedAt: instantColumn(),
  },
  checks: [
    {
      name: 'monthly_valuations_registration_number_check',
      expression: registrationFormatCheck('registration_number'),
    },
    { name: 'monthly_valuations_month_check', expression: `month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'` },
    { name: 'monthly_valuations_value_pence_check', expression: 'value_pence >= 0' },
  ],
});
