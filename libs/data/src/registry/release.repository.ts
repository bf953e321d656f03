import type { EntityManager } from '@mikro-orm/postgresql';
import { releaseSchema, type Release, type WrittenRelease } from '@ve/contracts/remote-manifest';
import { sql } from 'kysely';
import { writeAudit } from '../audit-log/audit-log.repository.ts';
import { tables } from '../entities.ts';

/** A live row whose release does not match `contracts/remote-manifest`. */
export interface UnreadableRelease {
  name: string;
  version: string;
  /** The path and message of the validation issue, without the value. */
  issue: string;
}

export interface LiveReleaseRows {
  /** The publicly visible release of each name, ordered by name. */
  releases: Release[];
  unreadable: UnreadableRelease[];
}

/** The live releases. Each row is parsed separately: an invalid row affects only its own release. */
export const liveReleases = async (em: EntityManager): Promise<LiveReleaseRows> => {
  const rows = await tables(em)
    .selectFrom('remote_releases')
    .select(['name', 'version', 'release'])
    .where('live', '=', true)
    .orderBy('name')
    .execute();
  const live: LiveReleaseRows = { releases: [], unreadable: [] };
  for (const { name, version, release } of rows) {
    const read = releaseSchema.safeParse(release);
    if (read.success) live.releases.push(read.data);
    else live.unreadable.push({ name, version, issue: describeIssue(read.error.issues) });
  }
  return live;
};

/** Stored keys may be of any length. */
const longestIssue = 300;

const describeIssue = (issues: readonly { path: PropertyKey[]; message: string }[]): string => {
  const [first] = issues;
  if (first === undefined) return 'is not valid';
  return `${first.path.map(String).join('.') || '(whole)'}: ${first.message}`.slice(0, longestIssue);
};

/**
 * Registers a release and makes it the live one of its name, with an audit log entry under `by`. Publishing the live
 * release again changes nothing.
 * @throws ZodError when the release does not match `contracts/remote-manifest`
 */
export const publishRelease = async (
  em: EntityManager,
  release: WrittenRelease,
  by: string,
  now: Date,
): Promise<void> => {
  const checked = releaseSchema.parse(release);
  const { name, version } = checked;
  await em.transactional(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`release ${name}`}, 0))`.execute(tables(transaction));
    const rows = tables(transaction);
    const current = await rows
      .selectFrom('remote_releases')
      .select(['version', sql<boolean>`release = ${JSON.stringify(checked)}::jsonb`.as('same')])
      .where('name', '=', name)
      .where('live', '=', true)
      .executeTakeFirst();
    if (current?.version === version && current.same) return;
    await rows.updateTable('remote_releases').set({ live: false }).where('name', '=', name).execute();
    await rows
      .insertInto('remote_releases')
      .values({ name, version, release: checked, live: true, published_at: now, published_by: by })
      .onConflict((conflict) => conflict.columns(['name', 'version']).doUpdateSet({ release: checked, live: true }))
      .execute();
    const record = {
      actor: by,
      action: 'release.published',
      subject: name,
      details: { version, replaced: current?.version ?? null },
    };
    await writeAudit(transaction, record, now);
  });
};
