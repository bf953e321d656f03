import { defineEntity, p } from '@mikro-orm/postgresql';
import { type WatchAspect, watchAspects } from '@ve/domain/monitoring/alerts/watch-aspects';
import { instant, registrationCheck } from '../../kernel/columns.ts';

/**
 * The result of a monitor check of a car that more than one member watches: the source is requested once for all of
 * them.
 */
export const sharedAnswerSchema = defineEntity({
  name: 'SharedAnswer',
  tableName: 'shared_answers',
  properties: {
    registrationNumber: p.text().primary(),
    aspect: p.text().$type<WatchAspect>().primary(),
    /**
     * The compared part of the source's response (`domain/monitoring/alerts`), or `refused`: why it has none for this
     * car; null: a monitor check is in progress, or had no result.
     */
    answer: p.json().nullable(),
    /** When the source was requested for `answer`. */
    askedAt: instant().nullable(),
    /** The end of the lease of a monitor check that requests the source; null: there is none. */
    claimedUntil: instant().nullable(),
  },
  checks: [
    { name: 'shared_answers_registration_number_check', expression: registrationCheck('registration_number') },
    {
      name: 'shared_answers_aspect_check',
      expression: `aspect in (${watchAspects.map((aspect) => `'${aspect}'`).join(', ')})`,
    },
    {
      name: 'shared_answers_answer_check',
      expression: `(answer is null) = (asked_at is null) and jsonb_typeof(answer) = 'object'`,
    },
    { name: 'shared_answers_used_check', expression: 'num_nonnulls(asked_at, claimed_until) > 0' },
  ],
});
