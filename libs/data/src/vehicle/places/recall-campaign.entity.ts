import { defineEntity, p } from '@mikro-orm/postgresql';

/** Both ends inclusive; null: open at that end. */
export interface TextRange {
  from: string | null;
  until: string | null;
}

/** A campaign of DVSA's recalls file for one make and model. */
export const recallCampaignSchema = defineEntity({
  name: 'RecallCampaign',
  tableName: 'recall_campaigns',
  properties: {
    make: p.text().primary(),
    /** One or several models in one text, as written by DVSA. */
    model: p.text().primary(),
    /** `R/2014/013` */
    number: p.text().primary(),
    launchedOn: p.date(),
    concern: p.text(),
    defect: p.text(),
    remedy: p.text(),
    /** The number of vehicles. */
    affected: p.integer().nullable(),
    vins: p.json<TextRange[]>().default('[]'),
    /** Dates of manufacture. */
    builds: p.json<TextRange[]>().default('[]'),
  },
  checks: [
    {
      name: 'recall_campaigns_make_check',
      expression: 'make = upper(make) and length(make) >= 1 and length(make) <= 100',
    },
    { name: 'recall_campaigns_model_check', expression: 'length(model) >= 1 and length(model) <= 200' },
    { name: 'recall_campaigns_number_check', expression: `number ~ '^[A-Z]{1,5}/[0-9]{2,4}/[0-9A-Z]{1,6}$'` },
    {
      name: 'recall_campaigns_words_check',
      expression: 'greatest(length(concern), length(defect), length(remedy)) <= 4000',
    },
    { name: 'recall_campaigns_affected_check', expression: 'affected >= 0' },
    { name: 'recall_campaigns_vins_check', expression: `jsonb_typeof(vins) = 'array'` },
    { name: 'recall_campaigns_builds_check', expression: `jsonb_typeof(builds) = 'array'` },
  ],
});
