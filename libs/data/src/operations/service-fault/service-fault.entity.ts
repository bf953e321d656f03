import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn, uuidPrimaryKey } from '../../kernel/entity-columns.ts';

/** Something that is or was wrong with the service, and which notices of it were sent. */
export const serviceFaultEntity = defineEntity({
  name: 'ServiceFault',
  tableName: 'service_faults',
  properties: {
    id: uuidPrimaryKey(),
    /** What is at fault, `vendor DVLA`: at most one row of it has not ended. */
    subject: p.text(),
    /** The fault in one line, as it began. */
    summary: p.text(),
    beganAt: instantColumn(),
    lastSeenAt: instantColumn(),
    /** When it was announced; null until it has lasted, and its row is deleted if it ends before. */
    announcedAt: instantColumn().nullable(),
    endedAt: instantColumn().nullable(),
    /** When the webhook accepted its beginning, and its end. */
    beganPostedAt: instantColumn().nullable(),
    endedPostedAt: instantColumn().nullable(),
    /** When the webhook may be called next; claims a call for one process. */
    nextPostAt: instantColumn(),
  },
  uniques: [{ name: 'service_faults_open_unique', properties: ['subject'], where: 'ended_at is null' }],
  indexes: [{ name: 'service_faults_next_post_at_index', properties: ['nextPostAt'] }],
  checks: [
    { name: 'service_faults_subject_check', expression: 'length(subject) >= 1 and length(subject) <= 120' },
    { name: 'service_faults_summary_check', expression: 'length(summary) >= 1 and length(summary) <= 300' },
    { name: 'service_faults_ended_at_check', expression: 'ended_at is null or announced_at is not null' },
    { name: 'service_faults_began_posted_at_check', expression: 'began_posted_at is null or announced_at is not null' },
    { name: 'service_faults_ended_posted_at_check', expression: 'ended_posted_at is null or ended_at is not null' },
  ],
});
