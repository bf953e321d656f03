import { defineEntity, p } from '@mikro-orm/postgresql';
import { type WatchAspect, watchAspects } from '@ve/domain/monitoring/alerts/watch-aspects';
import { instant, registrationCheck } from '../../kernel/columns.ts';

/** What a look at a car brought that more than one member watches: the source is asked once for all of them. */
export const sharedAnswerSchema = defineEntity({
  name: 'SharedAnswer',
  tableName: 'shared_answers',
  properties: {
    registrationNumber: p.text().primary(),
    aspect: p.text().$type<WatchAspect>().primary(),
    /** What the source said that is compared (`domain/monitoring/alerts`), or `refused`: why it says nothing of this car; null: a look is being made, or came to nothing. */
    answer: p.json().nullable(),
    /** When the source was asked for `answer`. */
    askedAt: instant().nullable(),
    /** Until when no other look may ask the source; null: nobody is asking. */
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
