import { StatusBadge } from './status.tsx';

export const examples = {
  Pass: <StatusBadge tone="pass">Valid</StatusBadge>,
  Warn: <StatusBadge tone="warn">Due soon</StatusBadge>,
  Fail: <StatusBadge tone="fail">Expired</StatusBadge>,
  Info: <StatusBadge tone="info">Sample</StatusBadge>,
  Unknown: <StatusBadge tone="unknown">Not available</StatusBadge>,
  'Large, for a verdict': (
    <StatusBadge tone="pass" large>
      Passed
    </StatusBadge>
  ),
};
