import type { EntityManager } from '@mikro-orm/postgresql';
import type { RegisterDue } from '@ve/domain/reminders/register-dues';
import { scanWindow } from '@ve/domain/reminders/plan-reminders';
import type { IsoDate } from '@ve/domain/report/vehicle-record';
import { addDays } from '@ve/domain/time/london-date';
import { sql } from 'kysely';
import { beyondClock } from '../clock-step.ts';
import { tables } from '../entities.ts';

/** The kinds whose dates the registers know. */
export const registerKinds = ['tax', 'mot'] as const;
export type RegisterKind = (typeof registerKinds)[number];

/** A date that another has taken the place of. */
export interface MovedDue {
  userId: string;
  kind: RegisterKind;
  from: IsoDate;
  to: IsoDate;
}

/**
 * Stores what the registers say of a car for everybody who watches it, in the caller's transaction. What a silent one
 * would know stays, with the time of its last answer; an older answer than the stored one changes nothing. Returns the
 * dates that moved.
 */
export const noteRegisterDues = async (
  em: EntityManager,
  registration: string,
  said: Partial<Record<RegisterKind, RegisterDue>>,
  now: Date,
): Promise<MovedDue[]> => {
  const moved: MovedDue[] = [];
  for (const kind of registerKinds) {
    const due = said[kind];
    if (due) moved.push(...(await noteOne(em, registration, kind, due, now)));
  }
  return moved;
};

const noteOne = async (
  em: EntityManager,
  registration: string,
  kind: RegisterKind,
  due: RegisterDue,
  now: Date,
): Promise<MovedDue[]> => {
  const at = now.toISOString();
  if (due.state === 'silent') {
    await sql`
      update watch_dues set tried_at = ${at}, why = case when read_at is null then ${due.why} else why end
      where registration_number = ${registration} and kind = ${kind}
    `.execute(tables(em));
    return [];
  }
  const on = due.state === 'dated' ? due.on : null;
  const changed = await sql<{ userId: string; from: IsoDate | null }>`
    with before as (
      select user_id, kind, due_on from watch_dues
      where registration_number = ${registration} and kind = ${kind} and (read_at is null or read_at not between ${after(due.at)}
          and ${beyondClock(new Date(due.at)).toISOString()})
      order by user_id for update
    )
    update watch_dues due set
      due_on = ${on}::date, source = ${due.source}, why = ${due.state === 'none' ? due.why : null},
      read_at = ${due.at}, tried_at = ${at},
      noted_at = case when before.due_on is distinct from ${on}::date then ${at}::timestamptz else due.noted_at end
    from before where due.user_id = before.user_id and due.kind = before.kind
    returning due.user_id as "userId", to_char(before.due_on, 'YYYY-MM-DD') as "from"
  `.execute(tables(em));
  return changed.rows.flatMap(({ userId, from }) =>
    from === null || on === null || from === on ? [] : [{ userId, kind, from, to: on }],
  );
};

/** The next instant that can be stored. */
const after = (at: string): string => new Date(Date.parse(at) + 1).toISOString();

const anHour = 3_600_000;
/** Dates within reach of a reminder are read again after this time, others after a week. */
const nearMs = 20 * anHour;
const farMs = 7 * 24 * anHour;

/**
 * Claims cars whose dates nobody has read, or not lately: what no other process has claimed within the hour, the longest
 * untried first. A date that a reminder will soon rest on is read every day, any other every week.
 */
export const claimStaleDues = async (
  em: EntityManager,
  { today, limit }: { today: IsoDate; limit: number },
  now: Date,
): Promise<string[]> => {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const claimed = await sql<{ registration: string }>`
    with stale as (
      select due.user_id, due.kind from watch_dues due
      join subscriptions subscription on subscription.user_id = due.user_id
        and subscription.registration_number = due.registration_number and subscription.status in ('active', 'trialing')
      where due.kind in ('tax', 'mot') and (
        due.tried_at is null or due.tried_at not between ${ago(anHour)} and ${beyondClock(now).toISOString()}
      )
        and (due.read_at is null or due.read_at < case
          when due.due_on between ${addDays(today, -scanWindow.after)}::date
            and ${addDays(today, scanWindow.before + 2)}::date
          then ${ago(nearMs)}::timestamptz else ${ago(farMs)}::timestamptz
        end)
      order by due.tried_at nulls first limit ${limit} for update of due skip locked
    ), claimed as (
      update watch_dues due set tried_at = ${now.toISOString()} from stale
      where due.user_id = stale.user_id and due.kind = stale.kind
      returning due.registration_number
    )
    select distinct registration_number as registration from claimed
  `.execute(tables(em));
  return claimed.rows.map(({ registration }) => registration);
};
