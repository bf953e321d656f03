import type { EntityManager } from '@mikro-orm/postgresql';
import {
  deleteComplaint,
  type LockedComplaint,
  lockComplaint,
  storeComplaintAnswer,
} from '@ve/data/messaging/contact/complaint.repository';

export type AnsweredComplaint =
  | { outcome: 'answered' | 'erased' | 'to-be-erased' | 'already'; complaint: LockedComplaint }
  | { outcome: 'unknown'; complaint: null };

/**
 * Answers a complaint once, escalated or not, in the caller's transaction; `answer` is null when it was answered outside
 * the service. A complaint whose sender requested its deletion is deleted instead if `erase` is set; otherwise it is kept
 * and the outcome is `to-be-erased`. `already`: it was answered or closed before, and that answer is kept.
 */
export const answerComplaint = async (
  em: EntityManager,
  { reference, answer, erase }: { reference: string; answer: string | null; erase: boolean },
  now: Date,
): Promise<AnsweredComplaint> => {
  const complaint = await lockComplaint(em, reference);
  if (complaint === null) return { outcome: 'unknown', complaint };
  if (complaint.state === 'answered' || complaint.state === 'closed') return { outcome: 'already', complaint };
  if (complaint.eraseWhenAnswered && !erase) return { outcome: 'to-be-erased', complaint };
  if (complaint.eraseWhenAnswered) {
    await deleteComplaint(em, complaint.id);
    return { outcome: 'erased', complaint };
  }
  await storeComplaintAnswer(em, { id: complaint.id, answer }, now);
  return { outcome: 'answered', complaint };
};
