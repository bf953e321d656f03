import type { ErrorGroup, ErrorOccurrence } from '@ve/contracts/http/operations/admin-error-logs';
import type { ErrorGroupRow, ErrorOccurrenceRow } from '@ve/data/operations/error-log/error-group.repository';

export const toErrorGroup = ({
  occurrences,
  firstSeen,
  lastSeen,
  solvedAt,
  solvedBy,
  reopenedAt,
  ...group
}: ErrorGroupRow): ErrorGroup => ({
  ...group,
  reports: occurrences,
  firstSeen: firstSeen.toISOString(),
  lastSeen: lastSeen.toISOString(),
  solved: solvedAt && { at: solvedAt.toISOString(), by: solvedBy },
  reopenedAt: reopenedAt?.toISOString() ?? null,
});

export const toErrorOccurrence = ({
  timestamp,
  lastSeen,
  occurrences,
  ...row
}: ErrorOccurrenceRow): ErrorOccurrence => ({
  ...row,
  firstSeen: timestamp.toISOString(),
  lastSeen: lastSeen.toISOString(),
  reports: occurrences,
});
