import { useQuery } from '@tanstack/react-query';
import { readReportEndpoint } from '@ve/contracts/http/report/reports';
import { verdictSummary } from '@ve/domain/verdict/verdict-summary';
import { decisionTone } from '@ve/domain/verdict/decision-tones';
import { vehicleName } from '@ve/domain/vehicle/facts/vehicle-name';
import { formatPounds } from '@ve/domain/kernel/money/format-pounds';
import { callApi } from '@ve/mfe-kit/api';
import { Row } from '@ve/ui/layout/layout';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText, Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { styled } from 'styled-components';
import { useCarRecord } from '../../platform/account.query.ts';
import { financeAgreementsLabel } from '../alerts/finance-labels.ts';
import { formatMonthAndYear } from '../format-month-name.ts';
import { useWatchFindings } from '../watch.query.ts';

const messages = {
  loading: 'Loading verdict and value',
  verdict: 'Verdict:',
  value: (pounds: string, month: string, isValuationShown: boolean) =>
    `Worth about ${pounds} in ${month}, ${isValuationShown ? 'sold privately' : 'if its record were clean'}.`,
  finance: (agreements: string) => `Finance: ${agreements}`,
  reasons: 'Why',
  more: (count: number) => `And ${count} more in the report.`,
};

/** At most this many reasons of the verdict are shown; the report has all of them. */
const maxReasons = 2;

const Reasons = styled.ul`
  padding-left: ${space[24]};
  list-style: disc;
`;

export interface CarVerdictAndValueProps {
  userId: string;
  registration: string;
  /** The name is already shown elsewhere. */
  isNamed: boolean;
}

/** The verdict of the car's report and its latest value, where they are known. */
export function CarVerdictAndValue({ userId, registration, isNamed }: CarVerdictAndValueProps) {
  const car = useCarRecord(registration);
  const report = useQuery({
    queryKey: ['saved-report', userId, registration],
    queryFn: ({ signal }) => callApi(readReportEndpoint, { params: { registration }, signal }),
  });
  const { data: findings } = useWatchFindings(userId, registration);
  const latest = findings?.values.at(-1);
  const isReadPending =
    (car.data === undefined && car.error === null) || (report.data === undefined && report.error === null);
  if (isReadPending) {
    return (
      <LoadingSkeleton label={messages.loading}>
        <Skeleton $width="60%" $height="1.75rem" />
      </LoadingSkeleton>
    );
  }
  const found = car.data?.outcome === 'found' ? car.data : null;
  const fullCheck = report.data?.outcome === 'found' ? report.data.fullCheck : null;
  // Without the saved check the verdict would differ from that of the report.
  const decision =
    found === null || report.data === undefined
      ? null
      : verdictSummary({ record: found.record, fullCheck, today: found.asOf });
  const { make, model } = found === null ? { make: null, model: null } : vehicleName(found.record);
  const name = [make, model].filter((part) => part !== null).join(' ');
  // Findings since the report, which is as of the day when it was made.
  const owed = findings?.aspects.find(({ found }) => found?.of === 'finance')?.found;
  const agreements = owed?.of === 'finance' ? owed.agreements : 0;
  const hasFinance = agreements > 0 && decision?.reasons.every(({ id }) => id !== 'finance') !== false;
  const isClean = decision?.verdict === 'NOTHING FOUND' || decision?.verdict === 'PASSED';
  // The valuation does not take findings into account.
  const isValuationShown = !hasFinance && decision?.verdict !== 'FAILED' && decision?.verdict !== 'WARNING';
  const shown = decision?.reasons.slice(0, maxReasons) ?? [];
  const more = decision === null ? 0 : decision.reasons.length - shown.length + decision.more;
  const { tone, word } = financeAgreementsLabel(agreements);
  return (
    <>
      {isNamed || name === '' ? null : <Text>{name}</Text>}
      {decision === null && latest === undefined && !hasFinance ? null : (
        <Row $gap={12}>
          {hasFinance ? <StatusBadge tone={tone}>{messages.finance(word)}</StatusBadge> : null}
          {decision === null || (hasFinance && isClean) ? null : (
            <StatusBadge tone={decisionTone(decision)}>
              <VisuallyHidden>{messages.verdict} </VisuallyHidden>
              {decision.title}
            </StatusBadge>
          )}
          {latest === undefined ? null : (
            <MutedText>
              {messages.value(formatPounds(latest.pence), formatMonthAndYear(latest.month), isValuationShown)}
            </MutedText>
          )}
        </Row>
      )}
      {shown.length === 0 ? null : (
        <div>
          <Reasons aria-label={messages.reasons}>
            {shown.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </Reasons>
          {more > 0 ? <MutedText>{messages.more(more)}</MutedText> : null}
        </div>
      )}
    </>
  );
}
