import { type RawBuilder, sql } from 'kysely';
import { personCte } from '../../kernel/rows-of-person.ts';
import { tablePrivacyEntries } from '../../table-privacy.ts';

/** The columns that an export leaves out of its rows. */
const withheld =
  'Left out are only the fingerprints (hashes) of passwords, links, cookies, cards and network addresses, and what an ' +
  'authenticator app is sealed with: nobody can ' +
  'read anything from them. Card numbers are with Stripe alone; we never hold one.';

const unverified =
  'This account’s e-mail address has not been confirmed by a link yet. What belongs to the address alone, such as ' +
  'enquiries and mails, is therefore not included. Confirm it under Your data, and ask for another copy.';

/** The content of an export as a SQL expression: title, time, notes and, by table, the data held about the person. */
export const personalDataSql = (userId: string, now: Date): RawBuilder<unknown> => {
  const sections = tablePrivacyEntries.flatMap(([table, privacy]) => {
    if ('notExported' in privacy) return [];
    const { title, columns, rows, exportedWhere = rows, matchesAddress = false } = privacy;
    return sql`jsonb_build_object(
      'table', ${table}::text, 'title', ${title}::text,
      'rows', (select coalesce(jsonb_agg(to_jsonb(part)), '[]'::jsonb) from (
        select ${columns} from ${sql.table(table)} where ${exportedWhere}
      ) part),
      'withheld', ${matchesAddress}::boolean and (select email_verified_at from person) is null
    )`;
  });
  return sql`(
    with ${personCte(userId, { proven: false })}
    select jsonb_build_object(
      'title', 'Everything Vehicle Enquiry holds about you',
      'madeAt', ${now.toISOString()}::text,
      'notes', to_jsonb(array_remove(array[
        ${withheld}::text,
        case when (select email_verified_at from person) is null then ${unverified}::text end
      ], null)),
      'sections', jsonb_build_array(${sql.join(sections)})
    )
  )`;
};
