import { serviceFaultKey, serviceFaultsOf, serviceFaultText, type ServiceStatusFigures } from './service-faults.ts';

const none = { total: 0, isMore: false };
const well: ServiceStatusFigures = {
  queues: true,
  lateQueues: [],
  outboxSeconds: 59,
  vendors: [],
  scheduledJobs: [],
  orphanSubscriptions: none,
  deadLetters: none,
  rolledBackCanaries: none,
  failedEvents: none,
  failedMails: none,
  escalated: none,
  overdueCases: none,
};

it('finds nothing wrong with a service that runs normally', () => {
  expect(serviceFaultsOf(well)).toEqual([]);
});

it('names each fault once, the worst first, under a key that lasts as long as the fault', () => {
  const faults = serviceFaultsOf({
    ...well,
    queues: false,
    lateQueues: [{ name: 'payments', seconds: 121 }],
    outboxSeconds: 60,
    vendors: [{ vendor: 'DVLA', answeredAt: null }],
    scheduledJobs: [{ name: 'reminders', state: 'late' }],
    orphanSubscriptions: { total: 1, isMore: false },
    rolledBackCanaries: { total: 2, isMore: false },
    deadLetters: { total: 1_000, isMore: true },
  });
  expect(faults.map((fault) => [serviceFaultKey(fault), serviceFaultText(fault)])).toEqual([
    ['orphanSubscriptions', '1 orphan subscription'],
    ['queues', 'The queues aren’t responding'],
    ['late-queue payments', 'Jobs in the payments queue wait for too long'],
    ['outbox', 'Jobs reach no queue'],
    ['vendor DVLA', 'DVLA isn’t responding'],
    ['deadLetters', 'more than 1,000 failed jobs to review'],
    ['rolledBackCanaries', '2 canaries rolled back in the last day'],
    ['scheduled-job reminders', 'Scheduled job “reminders”: not running'],
  ]);
});
