import { RelativeTime } from './relative-time.tsx';

export const examples = {
  'An hour ago': <RelativeTime at="2027-03-03T14:05:00Z" now={new Date('2027-03-03T15:06:00Z')} />,
};
