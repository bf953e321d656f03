import { actingStaffOf, readWithAudit } from '@ve/app/identity/staff/staff-audit';
import { caseEndOf } from '@ve/app/operations/end-case';
import type { ParsedRequestQuery } from '@ve/contracts/endpoint';
import {
  casePageSize,
  type CaseListPage,
  type listCasesEndpoint,
  type StaffCase,
} from '@ve/contracts/http/operations/admin-cases';
import { findUserIdsByEmail } from '@ve/data/identity/user/user.repository';
import type { Context } from '@ve/data/kernel/context';
import {
  type CaseRow,
  findCase,
  findWhoEndedCase,
  listAdmins,
  listOpenCases,
} from '@ve/data/operations/cases/case.repository';
import { complaintDeadlines } from '@ve/domain/messaging/contact/complaint-deadlines';
import { parseCursor, serialiseCursor } from '../../platform/list-page.ts';

/**
 * Lists a page of open cases, or one case by its reference, and audits the read.
 * @throws ProblemError `request-invalid` for a malformed cursor
 */
export async function listCases(
  context: Context,
  { reference, after, ...filters }: ParsedRequestQuery<typeof listCasesEndpoint>,
): Promise<CaseListPage> {
  const place = { after: after === undefined ? null : parseCursor(after, 'after'), limit: casePageSize + 1 };
  const { rows, hasMore, userIds, admins, by } = await readWithAudit(
    context,
    async (em) => {
      const one = reference === undefined ? undefined : await findCase(em, reference);
      const found = one === undefined ? await listOpenCases(em, filters, place) : one === null ? [] : [one];
      const rows = found.slice(0, casePageSize);
      return {
        rows,
        hasMore: found.length > casePageSize,
        userIds: await findUserIdsByEmail(em, [...new Set(rows.map(({ email }) => email))]),
        admins: await listAdmins(em),
        by: one && caseEndOf(one) !== null ? await findWhoEndedCase(em, one.reference) : null,
      };
    },
    ({ rows: read }) =>
      read.length === 0 ? null : { action: 'cases.viewed', details: { found: read.map((each) => each.reference) } },
  );
  const last = rows.at(-1);
  return {
    cases: rows.map((row) => toCase(row, { userId: userIds.get(row.email) ?? null, by })),
    next: hasMore && last !== undefined ? serialiseCursor({ at: last.dueAt, id: last.id }) : null,
    admins,
    me: actingStaffOf(context.actor).userId,
  };
}

/** A column that the database requires of a case of this kind. @throws Error when it is missing */
const requiredOf = <T>(value: T | null, column: string): T => {
  if (value === null) throw new Error(`A case has no ${column}`);
  return value;
};

const toCase = (row: CaseRow, { userId, by }: { userId: string | null; by: string | null }): StaffCase => {
  const ended = caseEndOf(row);
  const common = {
    reference: row.reference,
    email: row.email,
    userId,
    message: row.message,
    receivedAt: row.receivedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    assignee: row.assignee,
    ended: ended === null ? null : { how: ended.how, at: ended.at.toISOString(), by },
  };
  const { kind, registration, name } = row;
  switch (kind) {
    case 'enquiry':
      return { ...common, kind, name: requiredOf(name, 'name'), registration };
    case 'complaint':
      return {
        ...common,
        kind,
        name: requiredOf(name, 'name'),
        registration,
        escalated: row.escalated,
        escalationAt: complaintDeadlines(row.receivedAt).escalationAt.toISOString(),
        eraseWhenAnswered: row.eraseWhenAnswered,
      };
    case 'affiliate':
      return {
        ...common,
        kind,
        name: requiredOf(name, 'name'),
        website: requiredOf(row.website, 'website'),
        content: requiredOf(row.content, 'content'),
      };
    case 'dispute':
      return {
        ...common,
        kind,
        registration: requiredOf(registration, 'registration'),
        section: requiredOf(row.section, 'section'),
        datum: requiredOf(row.datum, 'datum'),
        value: row.value,
        source: row.source,
        readAt: row.readAt?.toISOString() ?? null,
      };
  }
};
