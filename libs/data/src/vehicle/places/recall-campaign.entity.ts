import { defineEntity, p } from '@mikro-orm/postgresql';

/** Both ends inclusive; null: open at that end. */
export interface CampaignTextRange {
  from: string | null;
  until: string | null;
}

/** A campaign of DVSA's recalls file for one make and model. */
export const recallCampaignEntity = defineEntity({
  name: 'RecallCampaign',
  tableName: 'recall_campaigns',
  properties: {
    make: p.text().primary(),
    /** One or several models in one text, as written by DVSA. */
    model: p.text().primary(),
    /** `R/2014/013` */
    campaignNumber: p.text().primary(),
    launchedOn: p.date(),
    concern: p.text(),
    defect: p.text(),
    remedy: p.text(),
    /** The number of vehicles. */
    affectedVehicles: p.integer().nullable(),
    vinRanges: p.json<CampaignTextRange[]>().default('[]'),
    /** Dates of manufacture. */
    buildDateRanges: p.json<CampaignTextRange[]>().default('[]'),
  },
  checks: [
    {
      name: 'recall_campaigns_make_check',
      expression: 'make = upper(make) and length(make) >= 1 and length(make) <= 100',
    },
    { name: 'recall_campaigns_model_check', expression: 'length(model) >= 1 and length(model) <= 200' },
    {
      name: 'recall_campaigns_campaign_number_check',
      expression: `campaign_number ~ '^[A-Z]{1,5}/[0-9]{2,4}/[0-9A-Z]{1,6}$'`,
    },
    {
      name: 'recall_campaigns_words_check',
      expression: 'greatest(length(concern), length(defect), length(remedy)) <= 4000',
    },
    { name: 'recall_campaigns_affected_vehicles_check', expression: 'affected_vehicles >= 0' },
    { name: 'recall_campaigns_vin_ranges_check', expression: `jsonb_typeof(vin_ranges) = 'array'` },
    { name: 'recall_campaigns_build_date_ranges_check', expression: `jsonb_typeof(build_date_ranges) = 'array'` },
  ],
});
