import type { ServiceStatus } from '@ve/contracts/http/operations/admin-operations';

const none = { total: 0, isMore: false };

/** A service without problems and without pending work. */
export const healthyServiceStatus: ServiceStatus = {
  queues: true,
  lateQueues: [],
  outboxSeconds: 0,
  deadLetters: none,
  vendors: [],
  scheduledJobs: [],
  rolledBackCanaries: none,
  failedMails: none,
  orphanSubscriptions: none,
  failedEvents: none,
  escalated: none,
  overdueCases: none,
  openCases: none,
  openErrors: none,
};
