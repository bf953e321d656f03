import type { EntityManager } from '@mikro-orm/postgresql';
import type { Campaign } from '@ve/domain/recall/campaign';
import { sql } from 'kysely';
import { tables } from '../entities.ts';

const batch = 1_000;

/** Puts the campaigns of a file in the place of all there are; readers see the old ones until the transaction ends. */
export const replaceCampaigns = async (em: EntityManager, campaigns: readonly Campaign[]): Promise<void> => {
  await tables(em).deleteFrom('recall_campaigns').execute();
  for (let from = 0; from < campaigns.length; from += batch) {
    const rows = campaigns.slice(from, from + batch).map(({ launchedOn, ...campaign }) => ({
      ...campaign,
      launched_on: launchedOn,
    }));
    await sql`
      insert into recall_campaigns (make, model, number, launched_on, concern, defect, remedy, affected, vins, builds)
      select make, model, number, launched_on, concern, defect, remedy, affected, vins, builds
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        make text, model text, number text, launched_on date, concern text, defect text, remedy text, affected integer,
        vins jsonb, builds jsonb
      )
    `.execute(tables(em));
  }
};

export const countCampaigns = async (em: EntityManager): Promise<number> => {
  const { count } = await tables(em)
    .selectFrom('recall_campaigns')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** What one make may have recalled: no make has more. */
const mostOfMake = 5_000;

/** The campaigns of a make as `domain/recall/canonicalMake` writes it, latest first; to be matched with a car. */
export const findCampaignsOfMake = async (em: EntityManager, make: string): Promise<Campaign[]> =>
  tables(em)
    .selectFrom('recall_campaigns')
    .select([
      'number',
      'make',
      'model',
      sql<string>`launched_on::text`.as('launchedOn'),
      'concern',
      'defect',
      'remedy',
      'affected',
      'vins',
      'builds',
    ])
    .where('make', '=', make)
    .orderBy('launched_on', 'desc')
    .limit(mostOfMake)
    .execute();
