import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn } from '../../kernel/entity-columns.ts';

/** A figure of a past day, as last counted (`domain/operations/analytics/figure-definitions`). */
export const dayFigureEntity = defineEntity({
  name: 'DayFigure',
  tableName: 'day_figures',
  properties: {
    /** Calendar day in Europe/London. */
    day: p.date().primary(),
    signUps: p.integer(),
    newMembers: p.integer(),
    cancellations: p.integer(),
    refunds: p.integer(),
    grossPence: p.integer(),
    returnedPence: p.integer(),
    countedAt: instantColumn(),
  },
  checks: [
    {
      name: 'day_figures_check',
      expression: 'least(sign_ups, new_members, cancellations, refunds, gross_pence, returned_pence) >= 0',
    },
  ],
});
