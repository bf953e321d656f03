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
  label: 'How the service stands',
  well: 'All is well',
  faults: (number: number) => (number === 1 ? 'One thing is wrong' : `${number} things are wrong`),
  more: (number: number) => `${number} more`,
  reading: 'Reading how the service stands',
  failed: 'We couldn’t load how the service is doing',
  failedText: 'That is a bad sign by itself: look at the logs if it continues.',
  queues: 'The queues do not answer',
  lateQueue: (name: string, age: string) => `Jobs of the queue ${name} have waited for ${age}`,
  outbox: (age: string) => `No job has been given to a queue for ${age}`,
  deadLetters: (found: Found) => `${some(found, 'job')} given up`,
  orphanSubscriptions: (found: Found) => `${some(found, 'subscription')} charged without an account`,
  vendor: (name: string, time: string | null) =>
    time === null ? `${name} does not answer` : `${name} has not answered since ${time}`,
  failing: (name: string) => `${name}: fails`,
  late: (name: string) => `${name}: nobody runs it`,
  rolledBackCanaries: (found: Found) => `${some(found, 'release')} taken back within a day`,
  failedMails: (found: Found) => `${some(found, 'mail')} failed within a day`,
  failedEvents: (found: Found) => `${some(found, 'event')} of Stripe not processed`,
  escalated: (found: Found) => `${some(found, 'complaint')} too late for an answer`,
  complaints: (found: Found) => `${some(found, 'complaint')} open`,
  disputes: (found: Found) => `${some(found, 'data dispute')} open`,
  errors: (found: Found) => `${some(found, 'error')} of pages open`,
  waiting: 'Waiting for you: ',
  nothingWaits: 'Nothing waits for you.',
};
