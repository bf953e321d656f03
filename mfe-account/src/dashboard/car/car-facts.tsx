import { useQuery } from '@tanstack/react-query';
import { readReport } from '@ve/contracts/http/reports';
import { decide } from '@ve/domain/report/decide';
import type { DecisionVerdict } from '@ve/domain/report/decision';
import { vehicleName } from '@ve/domain/report/vehicle-name';
import { formatPounds } from '@ve/domain/money/format-pounds';
import { callApi } from '@ve/mfe-kit/api';
import { Row } from '@ve/ui/layout/layout';
import { Loading, Skeleton } from '@ve/ui/skeleton/skeleton';
import { StatusBadge, type Tone } from '@ve/ui/status/status';
import { Muted, Text } from '@ve/ui/text/text';
import { useCar } from '../../platform/account.query.ts';
import { monthName } from '../month-name.ts';
import { useFindings } from '../watch.query.ts';

const words = {
  loading: 'Reading verdict and value',
  verdict: 'Verdict',
  value: (pounds: string, month: string) => `Worth about ${pounds} in ${month}, sold privately.`,
};

/** 'Nothing found' is not PASSED: the full check has not been made. */
const tones: Record<DecisionVerdict, Tone> = {
  PASSED: 'pass',
  WARNING: 'warn',
  FAILED: 'fail',
  'LOOK INTO': 'warn',
  'NOTHING FOUND': 'info',
  INCOMPLETE: 'unknown',
  ASKING: 'unknown',
};

export interface CarFactsProps {
  userId: string;
  registration: string;
  /** Its name is shown already. */
  isNamed: boolean;
}

/** The verdict of the car's report and its latest value, as far as they are known. */
export function CarFacts({ userId, registration, isNamed }: CarFactsProps) {
  const car = useCar(registration);
  const report = useQuery({
    queryKey: ['saved-report', userId, registration],
    queryFn: ({ signal }) => callApi(readReport, { params: { registration }, signal }),
  });
  const { data: findings } = useFindings(userId, registration);
  const latest = findings?.values.at(-1);
  const isReading =
    (car.data === undefined && car.error === null) || (report.data === undefined && report.error === null);
  if (isReading) {
    return (
      <Loading label={words.loading}>
        <Skeleton $width="60%" $height="1.75rem" />
      </Loading>
    );
  }
  const found = car.data?.outcome === 'found' ? car.data : null;
  const fullCheck = report.data?.outcome === 'found' ? report.data.fullCheck : null;
  // A verdict without the saved check would be another than that of the report.
  const decision = found === null || report.data === undefined ? null : decide(found.record, fullCheck, found.asOf);
  const { make, model } = found === null ? { make: null, model: null } : vehicleName(found.record);
  const name = [make, model].filter((part) => part !== null).join(' ');
  return (
    <>
      {isNamed || name === '' ? null : <Text>{name}</Text>}
      {decision === null && latest === undefined ? null : (
        <Row $gap={12}>
          {decision === null ? null : <StatusBadge tone={tones[decision.verdict]}>{decision.title}</StatusBadge>}
          {latest === undefined ? null : (
            <Muted>{words.value(formatPounds(latest.pence), monthName(latest.month))}</Muted>
          )}
        </Row>
      )}
    </>
  );
}
