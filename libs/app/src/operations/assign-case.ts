import type { CaseAssignmentOutcome, CaseAssignment } from '@ve/contracts/http/operations/admin-cases';
import type { Context } from '@ve/data/kernel/context';
import { listAdmins, lockCase, setCaseAssignee } from '@ve/data/operations/cases/case.repository';
import { auditStaffAction } from '../identity/staff/staff-audit.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import { caseEndOf } from './end-case.ts';

/**
 * Assigns an open case to an admin, or to no one, and audits it, in one transaction. If the assignee is no longer the
 * one that the caller saw, nothing is changed: of two admins who take a case at once, the first gets it.
 * @throws ProblemError `not-found`
 */
export const assignCaseByStaff = (
  context: Context,
  { reference, from, to }: CaseAssignment & { reference: string },
): Promise<CaseAssignmentOutcome> =>
  context.em.transactional(async (em) => {
    const found = await lockCase(em, reference);
    if (found === null) throw new ProblemError('not-found');
    const { assignee } = found;
    if (caseEndOf(found) !== null) return { outcome: 'ended', assignee };
    if ((assignee?.id ?? null) !== from) return { outcome: 'changed', assignee };
    const next = to === null ? null : (await listAdmins(em)).find(({ id }) => id === to);
    if (next === undefined) return { outcome: 'no-admin', assignee };
    await setCaseAssignee(em, found, to);
    const details = { assignee: to };
    await auditStaffAction(em, context, { action: `${found.kind}.assigned`, subject: reference, details });
    return { outcome: 'assigned', assignee: next };
  });
