import type { EntityManager } from '@mikro-orm/postgresql';
import type { RecallCampaign } from '@ve/domain/vehicle/recall/campaign';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';

const batch = 1_000;

/** A make and model for which a list has new or different campaigns. */
export type ChangedCampaignModel = Pick<RecallCampaign, 'make' | 'model'>;

/**
 * Replaces all campaigns by those of a file; readers see the old ones until the transaction ends. Returns the makes and
 * models for which a car may match new campaigns: not those that only lost some or whose text changed.
 */
export const replaceRecallCampaigns = async (
  em: EntityManager,
  campaigns: readonly RecallCampaign[],
): Promise<ChangedCampaignModel[]> => {
  const rows = campaigns.map(({ number, launchedOn, affected, vins, builds, ...campaign }) => ({
    ...campaign,
    campaign_number: number,
    launched_on: launchedOn,
    affected_vehicles: affected,
    vin_ranges: vins,
    build_date_ranges: builds,
  }));
  const batches: RawBuilder<unknown>[] = [];
  for (let from = 0; from < rows.length; from += batch) {
    batches.push(sql`
      jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + batch))}::jsonb) as row (
        make text, model text, campaign_number text, launched_on date, concern text, defect text, remedy text, affected_vehicles integer,
        vin_ranges jsonb, build_date_ranges jsonb
      )
    `);
  }
  const changed = new Map<string, ChangedCampaignModel>();
  for (const some of batches) {
    const found = await sql<ChangedCampaignModel>`
      select distinct make, model from ${some} where not exists (
        select from recall_campaigns held
        where held.make = row.make and held.model = row.model and held.campaign_number = row.campaign_number
          and held.launched_on = row.launched_on and held.vin_ranges = row.vin_ranges and held.build_date_ranges = row.build_date_ranges
      )
    `.execute(tables(em));
    for (const each of found.rows) changed.set(`${each.make}\n${each.model}`, each);
  }
  await tables(em).deleteFrom('recall_campaigns').execute();
  for (const some of batches) {
    await sql`
      insert into recall_campaigns (make, model, campaign_number, launched_on, concern, defect, remedy, affected_vehicles, vin_ranges, build_date_ranges)
      select make, model, campaign_number, launched_on, concern, defect, remedy, affected_vehicles, vin_ranges, build_date_ranges from ${some}
    `.execute(tables(em));
  }
  return [...changed.values()];
};

export const countRecallCampaigns = async (em: EntityManager): Promise<number> => {
  const { count } = await tables(em)
    .selectFrom('recall_campaigns')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Maximum campaigns of one make: no make has more. */
const maxCampaignsOfMake = 5_000;

/**
 * The campaigns of a make as normalised by `domain/vehicle/recall/make-and-model`, latest first; to be matched with a
 * car.
 */
export const findRecallCampaignsOfMake = async (em: EntityManager, make: string): Promise<RecallCampaign[]> =>
  tables(em)
    .selectFrom('recall_campaigns')
    .select([
      'campaignNumber as number',
      'make',
      'model',
      sql<string>`launched_on::text`.as('launchedOn'),
      'concern',
      'defect',
      'remedy',
      'affectedVehicles as affected',
      'vinRanges as vins',
      'buildDateRanges as builds',
    ])
    .where('make', '=', make)
    .orderBy('launchedOn', 'desc')
    .limit(maxCampaignsOfMake)
    .execute();
