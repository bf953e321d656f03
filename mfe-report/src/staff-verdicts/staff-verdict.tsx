import { useQuery } from '@tanstack/react-query';
import { readReportForStaffEndpoint, type ReportForStaff } from '@ve/contracts/http/operations/admin-reports';
import { verdictSummary } from '@ve/domain/verdict/verdict-summary';
import type { DecisionReason } from '@ve/domain/verdict/decision';
import { decisionTone } from '@ve/domain/verdict/decision-tones';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { ApiError, callApi } from '@ve/mfe-kit/api';
import { Button } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText, Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const Reasons = styled.ul`
  padding-left: ${space[24]};
  list-style: disc;
`;

const reasonKey = ({ id }: DecisionReason) => id;

/** A saved report's verdict with its reasons, as on its customer's page. */
function Verdict({ record, fullCheck }: Pick<ReportForStaff, 'record' | 'fullCheck'>) {
  if (record.state !== 'saved') {
    return <Text>{record.state === 'none' ? messages.unsaved : messages.unreadable}</Text>;
  }
  const check = fullCheck.state === 'saved' ? fullCheck.value : null;
  const decision = verdictSummary({ record: record.value, fullCheck: check, today: londonDate(new Date()) });
  const { title, sentence, clear, reasons, more, next } = decision;
  const checkWords = { saved: messages.withCheck, none: messages.withoutCheck, unreadable: messages.checkUnreadable };
  return (
    <Stack $gap={8}>
      <Row $gap={12}>
        <StatusBadge tone={decisionTone(decision)}>{title}</StatusBadge>
        <MutedText>{checkWords[fullCheck.state]}</MutedText>
      </Row>
      {reasons.length === 1 && reasons[0]?.text === sentence ? null : <Text>{sentence}</Text>}
      {clear === null ? null : <Text>{clear}</Text>}
      {reasons.length === 0 ? null : (
        <Reasons aria-label={messages.reasons}>
          {reasons.map((reason) => (
            <li key={reasonKey(reason)}>{reason.text}</li>
          ))}
        </Reasons>
      )}
      {more === 0 ? null : <MutedText>{messages.more(more)}</MutedText>}
      <Text>
        <strong>{messages.next}</strong> {next}
      </Text>
    </Stack>
  );
}

/** The audit log records every read: one when staff request it, and no automatic one. */
const auditedQueryOptions = {
  staleTime: Infinity,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
} as const;

/** The verdict that the customer sees in one saved report, or why it is unknown. */
export function CustomerReportVerdict({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['staff-verdict', id],
    queryFn: ({ signal }) => callApi(readReportForStaffEndpoint, { params: { id }, signal }),
    ...auditedQueryOptions,
  });
  if (data !== undefined) return <Verdict record={data.record} fullCheck={data.fullCheck} />;
  if (error === null) return <MutedText>{messages.looking}</MutedText>;
  if (error instanceof ApiError && error.code === 'not-found') return <Text>{messages.gone}</Text>;
  return (
    <Row $gap={16}>
      <Text>{messages.failed}</Text>
      <Button variant="secondary" busy={isFetching} busyLabel={messages.looking} onClick={() => void refetch()}>
        {messages.again}
      </Button>
    </Row>
  );
}
