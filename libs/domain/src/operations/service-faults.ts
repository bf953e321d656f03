import { formatCountWithNoun } from '../kernel/text/phrases.ts';

interface Found {
  total: number;
  isMore: boolean;
}

/** What a fault counts, in the order of the staff area's list after what fails at once. */
export type CountedFault =
  | 'orphanSubscriptions'
  | 'deadLetters'
  | 'rolledBackCanaries'
  | 'failedEvents'
  | 'failedMails'
  | 'escalated'
  | 'overdueCases';

/** The parts of the service status that can be at fault. */
export type ServiceStatusFigures = {
  queues: boolean;
  lateQueues: readonly { name: string; seconds: number }[];
  outboxSeconds: number;
  vendors: readonly { vendor: string; answeredAt: string | null }[];
  scheduledJobs: readonly { name: string; state: 'failing' | 'late' }[];
} & Record<CountedFault, Found>;

export type ServiceFault =
  | { kind: 'queues' }
  | { kind: 'late-queue'; name: string; seconds: number }
  | { kind: 'outbox'; seconds: number }
  | { kind: 'vendor'; vendor: string; answeredAt: string | null }
  | { kind: 'scheduled-job'; name: string; state: 'failing' | 'late' }
  | { kind: 'counted'; what: CountedFault; found: Found };

/** The relay passes a job to its queue within seconds. */
const staleOutboxSeconds = 60;

/** What is wrong with the service, the worst first; empty when it runs normally. */
export function serviceFaultsOf(status: ServiceStatusFigures): ServiceFault[] {
  const counted = (what: CountedFault): ServiceFault[] =>
    status[what].total === 0 ? [] : [{ kind: 'counted', what, found: status[what] }];
  return [
    ...counted('orphanSubscriptions'),
    ...(status.queues ? [] : [{ kind: 'queues' } as const]),
    ...status.lateQueues.map(({ name, seconds }) => ({ kind: 'late-queue', name, seconds }) as const),
    ...(status.outboxSeconds < staleOutboxSeconds ? [] : [{ kind: 'outbox', seconds: status.outboxSeconds } as const]),
    ...status.vendors.map(({ vendor, answeredAt }) => ({ kind: 'vendor', vendor, answeredAt }) as const),
    ...counted('deadLetters'),
    ...counted('rolledBackCanaries'),
    ...status.scheduledJobs.map(({ name, state }) => ({ kind: 'scheduled-job', name, state }) as const),
    ...counted('failedEvents'),
    ...counted('failedMails'),
    ...counted('escalated'),
    ...counted('overdueCases'),
  ];
}

/** What stays the same while a fault lasts: `vendor DVLA`. Its counts and ages change. */
export const serviceFaultKey = (fault: ServiceFault): string => {
  switch (fault.kind) {
    case 'late-queue':
    case 'scheduled-job':
      return `${fault.kind} ${fault.name}`;
    case 'vendor':
      return `${fault.kind} ${fault.vendor}`;
    case 'counted':
      return fault.what;
    default:
      return fault.kind;
  }
};

const countedTexts: Record<CountedFault, (count: (noun: string, plural?: string) => string) => string> = {
  orphanSubscriptions: (count) => count('orphan subscription'),
  deadLetters: (count) => `${count('failed job')} to review`,
  rolledBackCanaries: (count) => `${count('canary', 'canaries')} rolled back in the last day`,
  failedEvents: (count) => `${count('Stripe event')} not processed`,
  failedMails: (count) => `${count('e-mail')} failed in the last day`,
  escalated: (count) => `${count('complaint')} escalated`,
  overdueCases: (count) => `${count('case')} overdue`,
};

/** A fault in one line, for a mail or a webhook; the staff area has its own messages. */
export const serviceFaultText = (fault: ServiceFault): string => {
  switch (fault.kind) {
    case 'queues':
      return 'The queues aren’t responding';
    case 'late-queue':
      return `Jobs in the ${fault.name} queue wait for too long`;
    case 'outbox':
      return 'Jobs reach no queue';
    case 'vendor':
      return `${fault.vendor} isn’t responding`;
    case 'scheduled-job':
      return `Scheduled job “${fault.name}”: ${fault.state === 'failing' ? 'failing' : 'not running'}`;
    case 'counted': {
      const { total, isMore } = fault.found;
      const more = isMore ? 'more than ' : '';
      return countedTexts[fault.what]((noun, plural) => more + formatCountWithNoun(total, noun, plural));
    }
  }
};
