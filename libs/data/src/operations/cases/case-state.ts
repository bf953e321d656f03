import { sql } from 'kysely';

/** The conditions of the partial indexes for open cases. */
export const isOpenMessage = sql<boolean>`state in ('received', 'escalated')`;
export const isOpenDispute = sql<boolean>`answered_at is null and closed_at is null`;
