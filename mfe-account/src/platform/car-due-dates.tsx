import type { FinishedVehicleFetch } from '@ve/contracts/http/vehicle/vehicle-data';
import { motState } from '@ve/domain/vehicle/mot/mot-state';
import { taxOrMotStateTone } from '@ve/domain/vehicle/facts/state-labels';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { taxOfRecord } from '@ve/domain/vehicle/tax/tax-of-record';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { Button } from '@ve/ui/button/button';
import { Stack } from '@ve/ui/layout/layout';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { StatusBadge, type StatusTone } from '@ve/ui/status/status';
import { MutedText, Text } from '@ve/ui/text/text';
import { colour, fontSize, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { useCarRecord } from './account.query.ts';
import { relativeDaysText, messages } from './messages.en-gb.ts';

const labels = messages.car;

const List = styled.dl`
  display: grid;
  gap: ${space[12]};
`;

const Line = styled.div`
  display: grid;
  grid-template-columns: 4rem 1fr;
  align-items: baseline;
  gap: ${space[4]} ${space[16]};
`;

const Label = styled.dt`
  color: ${colour('muted')};
`;

const Value = styled.dd`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: ${space[4]} ${space[8]};
  min-width: 0;
`;

const Small = styled.span`
  flex-basis: 100%;
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
`;

interface DueProps {
  label: string;
  /** Null if it is not known. */
  state: string | null;
  tone: StatusTone;
  date: IsoDate | null;
  days: number | null;
  lead?: string | undefined;
  why: string | null;
}

function Due({ label, state, tone, date, days, lead, why }: DueProps) {
  return (
    <Line>
      <Label>{label}</Label>
      <Value>
        <StatusBadge tone={tone}>{state ?? labels.notAvailable}</StatusBadge>
        {date !== null && days !== null ? (
          <span>
            {lead ? `${lead} ` : ''}
            <strong>
              <time dateTime={date}>{formatDate(date)}</time>
            </strong>
            , {relativeDaysText(days)}
          </span>
        ) : null}
        {why === null ? null : <Small>{why}</Small>}
      </Value>
    </Line>
  );
}

function Dates({ record, asOf }: Extract<FinishedVehicleFetch, { outcome: 'found' }>) {
  const tax = taxOfRecord(record, asOf);
  const mot = motState(record, asOf);
  const isFirst = mot.basis === 'first-test-due' || mot.basis === 'computed';
  return (
    <List>
      <Due
        label={labels.tax}
        state={tax.state === 'unknown' ? null : labels.taxStates[tax.state]}
        tone={taxOrMotStateTone(tax.state)}
        date={tax.dueDate}
        days={tax.daysLeft}
        why={tax.why}
      />
      <Due
        label={labels.mot}
        state={mot.state === 'unknown' ? null : labels.motStates[mot.state]}
        tone={taxOrMotStateTone(mot.state)}
        date={mot.expiryDate}
        days={mot.daysLeft}
        lead={isFirst ? labels.firstMot : undefined}
        why={mot.state === 'unknown' ? labels.noMotRecord : null}
      />
    </List>
  );
}

/** The due dates of tax and MOT, by the sources today; missing dates are not guessed. */
export function CarDueDates({ registration }: { registration: string }) {
  const { data, error, isFetching, refetch } = useCarRecord(registration);
  if (data?.outcome === 'found') return <Dates {...data} />;
  if (data?.outcome === 'not-found') return <Text>{labels.notFound}</Text>;
  if (data === undefined && error === null) {
    return (
      <LoadingSkeleton label={labels.loading}>
        <Stack $gap={12}>
          <Skeleton $height="1.75rem" />
          <Skeleton $height="1.75rem" />
        </Stack>
      </LoadingSkeleton>
    );
  }
  return (
    <Stack $gap={8} $align="start">
      <Text>
        <strong>{labels.failed}</strong>
      </Text>
      <MutedText>{labels.failedText}</MutedText>
      <Button variant="secondary" busy={isFetching} busyLabel={labels.loading} onClick={() => void refetch()}>
        {labels.again}
      </Button>
    </Stack>
  );
}
