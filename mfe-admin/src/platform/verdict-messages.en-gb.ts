const count = (number: number, isMore: boolean): string =>
  `${isMore ? 'more than ' : ''}${number.toLocaleString('en-GB')}`;

interface Found {
  total: number;
  isMore: boolean;
}

const some = ({ total, isMore }: Found, one: string, many = `${one}s`): string =>
  `${count(total, isMore)} ${total === 1 && !isMore ? one : many}`;

/** Texts of the service status. */
export const messages = {
  label: 'Service status',
  well: 'The service is running normally',
  faults: (number: number) => (number === 1 ? 'One thing is wrong' : `${number} things are wrong`),
  more: (number: number) => `${number} more`,
  reading: 'Loading the service status',
  failed: 'We couldn’t load the service status',
  failedText: 'This may itself be a fault. If it continues, check the logs.',
  queues: 'The queues aren’t responding',
  lateQueue: (name: string, age: string) => `Jobs in the ${name} queue have waited for ${age}`,
  outbox: (age: string) => `No job has reached a queue for ${age}`,
  deadLetters: (found: Found) => `${some(found, 'failed job')} to review`,
  orphanSubscriptions: (found: Found) => some(found, 'orphan subscription'),
  vendor: (name: string, time: string | null) =>
    time === null ? `${name} isn’t responding` : `${name} hasn’t responded since ${time}`,
  failing: (name: string) => `${name}: failing`,
  late: (name: string) => `${name}: not running`,
  rolledBackCanaries: (found: Found) => `${some(found, 'canary', 'canaries')} rolled back in the last day`,
  failedMails: (found: Found) => `${some(found, 'e-mail')} failed in the last day`,
  failedEvents: (found: Found) => `${some(found, 'Stripe event')} not processed`,
  escalated: (found: Found) => `${some(found, 'complaint')} escalated`,
  overdueCases: (found: Found) => `${some(found, 'case')} overdue`,
  cases: (found: Found) => `${some(found, 'case')} open`,
  errors: (found: Found) => `${some(found, 'page error')} open`,
  waiting: 'Waiting for you: ',
  nothingWaits: 'Nothing is waiting for you.',
};
