import type { EntityManager } from '@mikro-orm/postgresql';
import type { DisputableReportSection } from '@ve/contracts/http/membership/disputes';
import type { AffiliateContentKind } from '@ve/contracts/http/messaging/affiliates';
import { caseKinds, type CaseKind } from '@ve/domain/messaging/contact/case-kinds';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { KeysetCursor } from '../../kernel/list/keyset-page.ts';
import { isOpenDataDisputeSql, isOpenContactMessageSql } from './case-count.repository.ts';

export interface StaffMemberRow {
  id: string;
  email: string;
}

/** An enquiry, a complaint, an affiliate application or a disputed report entry. */
export interface CaseRow {
  id: string;
  kind: CaseKind;
  reference: string;
  name: string | null;
  email: string;
  registration: string | null;
  message: string;
  escalated: boolean;
  eraseWhenAnswered: boolean;
  website: string | null;
  content: AffiliateContentKind | null;
  section: DisputableReportSection | null;
  datum: string | null;
  value: string | null;
  source: string | null;
  readAt: Date | null;
  receivedAt: Date;
  dueAt: Date;
  assignee: StaffMemberRow | null;
  answeredAt: Date | null;
  closedAt: Date | null;
}

export interface CaseFilters {
  kind?: CaseKind | undefined;
  /** The id of an admin; `none`: no one takes care of it. */
  assignee?: string | undefined;
}

/** Open cases, the earliest due first, from after a cursor on. */
export const listOpenCases = (
  em: EntityManager,
  { kind, assignee }: CaseFilters,
  { after, limit }: { after: KeysetCursor | null; limit: number },
): Promise<CaseRow[]> => {
  const common = [
    after === null ? sql`true` : sql`(due_at, id) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
    assignedTo(assignee),
  ];
  const ofKind = kind === undefined || kind === 'dispute' ? sql`true` : sql`kind = ${kind}`;
  return read(em, {
    messages: kind === 'dispute' ? sql`false` : sql.join([isOpenContactMessageSql, ofKind, ...common], sql` and `),
    disputes:
      kind === undefined || kind === 'dispute' ? sql.join([isOpenDataDisputeSql, ...common], sql` and `) : sql`false`,
    limit,
  });
};

/** Returns a case by its reference, open or not, or null when there is none. */
export const findCase = async (em: EntityManager, reference: string): Promise<CaseRow | null> => {
  const where = sql`reference = ${reference}`;
  return (await read(em, { messages: where, disputes: where, limit: 1 }))[0] ?? null;
};

/**
 * Returns a case by its reference, locked until the caller's transaction ends, or null when there is none. Of two
 * transactions that change a case, the second sees what the first did.
 */
export const lockCase = async (em: EntityManager, reference: string): Promise<CaseRow | null> => {
  const db = tables(em);
  await db.selectFrom('contact_messages').select('id').where('reference', '=', reference).forUpdate().execute();
  await db.selectFrom('disputes').select('id').where('reference', '=', reference).forUpdate().execute();
  return findCase(em, reference);
};

type CaseId = Pick<CaseRow, 'id' | 'kind'>;

/** Ends an open case that the caller has locked. `answer`: the text to mail; null: it was answered elsewhere. */
export const endCase = async (
  em: EntityManager,
  { id, kind, end }: CaseId & { end: { how: 'answered'; answer: string | null } | { how: 'closed' } },
  now: Date,
): Promise<void> => {
  const ended = end.how === 'answered' ? { answeredAt: now, answer: end.answer } : { closedAt: now };
  const db = tables(em);
  if (kind === 'dispute') await db.updateTable('disputes').set(ended).where('id', '=', id).execute();
  else {
    const message = db.updateTable('contact_messages').set({ state: end.how, ...ended });
    await message.where('id', '=', id).execute();
  }
};

/** Assigns a case that the caller has locked to an admin, or to no one. */
export const setCaseAssignee = async (
  em: EntityManager,
  { id, kind }: CaseId,
  assignedTo: string | null,
): Promise<void> => {
  const table = kind === 'dispute' ? 'disputes' : 'contact_messages';
  await tables(em).updateTable(table).set({ assignedTo }).where('id', '=', id).execute();
};

/** All admins, by their address: whom a case can be assigned to. */
export const listAdmins = async (em: EntityManager): Promise<StaffMemberRow[]> => {
  const { rows } = await sql<StaffMemberRow>`
    select users.id, users.email from users join user_roles on user_roles.user_id = users.id and role = 'admin'
    order by users.email
  `.execute(tables(em));
  return rows;
};

/** `enquiry.answered` and so on: the actions of the audit log that end a case. */
const endingActions = caseKinds.flatMap((kind) => [`${kind}.answered`, `${kind}.closed`]);

/** Who ended a case, as the audit log names them; null when it no longer does. */
export const findWhoEndedCase = async (em: EntityManager, reference: string): Promise<string | null> => {
  const { rows } = await sql<{ actor: string }>`
    select actor from audit_log
    where subject = ${reference} and action = any(${endingActions}::text[])
    order by created_at desc, id desc limit 1
  `.execute(tables(em));
  return rows[0]?.actor ?? null;
};

/** An assignee who is no longer an admin counts as no one. */
const admin = sql`(
  select users.id from users join user_roles on user_roles.user_id = users.id and role = 'admin'
  where users.id = assigned_to
)`;

const assignedTo = (assignee: string | undefined): RawBuilder<unknown> => {
  if (assignee === undefined) return sql`true`;
  return assignee === 'none' ? sql`${admin} is null` : sql`${admin} = ${assignee}`;
};

interface Read {
  messages: RawBuilder<unknown>;
  disputes: RawBuilder<unknown>;
  limit: number;
}

const read = async (em: EntityManager, { messages, disputes, limit }: Read): Promise<CaseRow[]> => {
  const { rows } = await sql<
    Omit<CaseRow, 'readAt' | 'receivedAt' | 'dueAt' | 'answeredAt' | 'closedAt' | 'assignee'> & Raw
  >`
    select found.id, found.kind, reference, name, found.email, registration, message,
      escalated, erase_when_answered as "eraseWhenAnswered", website, content, section, datum, value, source,
      fetched_at as "readAt", received_at as "receivedAt", due_at as "dueAt", answered_at as "answeredAt", closed_at as "closedAt",
      users.id as "assigneeId", users.email as "assigneeEmail"
    from (
      (select id, kind, reference, name, email, registration, message, state = 'escalated' as escalated,
        erase_when_answered, website, content, null as section, null as datum, null as value, null as source,
        null::timestamptz as fetched_at, received_at, due_at, answered_at, closed_at, ${admin} as assignee
      from contact_messages where ${messages} order by due_at, id limit ${limit})
      union all
      (select id, 'dispute', reference, null, email, registration_number, message, false,
        false, null, null, section, datum, value, source,
        fetched_at, created_at, due_at, answered_at, closed_at, ${admin} as assignee
      from disputes where ${disputes} order by due_at, id limit ${limit})
    ) found left join users on users.id = found.assignee
    order by due_at, found.id limit ${limit}
  `.execute(tables(em));
  return rows.map(({ assigneeId, assigneeEmail, readAt, receivedAt, dueAt, answeredAt, closedAt, ...row }) => ({
    ...row,
    readAt: readAt === null ? null : new Date(readAt),
    receivedAt: new Date(receivedAt),
    dueAt: new Date(dueAt),
    answeredAt: answeredAt === null ? null : new Date(answeredAt),
    closedAt: closedAt === null ? null : new Date(closedAt),
    assignee: assigneeId === null || assigneeEmail === null ? null : { id: assigneeId, email: assigneeEmail },
  }));
};

interface Raw {
  readAt: string | Date | null;
  receivedAt: string | Date;
  dueAt: string | Date;
  answeredAt: string | Date | null;
  closedAt: string | Date | null;
  assigneeId: string | null;
  assigneeEmail: string | null;
}
