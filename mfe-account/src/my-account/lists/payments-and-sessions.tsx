import { PaymentList } from './payment-list.tsx';
import { SessionList, type SessionListProps } from './session-list.tsx';

export type PaymentsAndSessionsProps = SessionListProps;

/** The lists below the reports. */
export const PaymentsAndSessions = ({ userId, leave }: PaymentsAndSessionsProps) => (
  <>
    <PaymentList userId={userId} />
    <SessionList userId={userId} leave={leave} />
  </>
);
