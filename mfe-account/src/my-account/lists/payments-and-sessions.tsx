import { PaymentList } from './payment-list.tsx';
import { SessionList, type SessionListProps } from './session-list.tsx';

export type PaymentsAndSessionsProps = SessionListProps;

/** What is below the reports. */
export const PaymentsAndSessions = ({ userId, leave }: PaymentsAndSessionsProps) => (
  <>
    <PaymentList userId={userId} />
    <SessionList userId={userId} leave={leave} />
  </>
);
