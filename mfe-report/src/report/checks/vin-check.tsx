import { matchVin } from '@ve/domain/full-check/match-vin';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { Banner } from '@ve/ui/banner/banner';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText, Text } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { useIsLiveReport } from '../kind/report-kind.ts';
import { DisputableSectionCard } from './check-section-card.tsx';
import { messages } from './messages.en-gb.ts';

const labels = messages.vin;

const Typed = styled.div`
  max-width: 22rem;
  input {
    letter-spacing: 0.12em;
    text-transform: uppercase;
  }
  ${media.print} {
    display: none;
  }
`;

/** Reserves its height, so that a result does not move the content below. */
const Result = styled.div`
  min-height: ${space[24]};
`;

interface VinCheckProps {
  record: VehicleRecord;
  fullCheck: FullCheck | null;
  typed: string;
  onType: (typed: string) => void;
}

/** Compares the last five characters of the VIN on the car, typed by the buyer, with the record's, in the browser. */
export function VinCheck({ record, fullCheck, typed, onType }: VinCheckProps) {
  const isLive = useIsLiveReport();
  const { state, words: message, hint, typed: read } = matchVin(typed, record, fullCheck);
  if (!isLive) return null;
  if (state === 'not-available') {
    return (
      <DisputableSectionCard
        id="vin-check"
        title={labels.title}
        // It may still become available.
        status={
          record.specification.state === 'asking' ? null : (
            <StatusBadge tone="unknown">{labels.notAvailable}</StatusBadge>
          )
        }
      >
        <Text>{message}</Text>
      </DisputableSectionCard>
    );
  }
  // Not announced after each character: only once the input can be compared or is invalid.
  const isTyping = state === 'incomplete' && read.length < 5 && /^[A-Z0-9]*$/.test(read);
  const titles = { match: labels.match, differs: labels.differs, incomplete: labels.unclear };
  const tones = { match: 'pass', differs: 'fail', incomplete: 'warn' } as const;
  return (
    <DisputableSectionCard id="vin-check" title={labels.title}>
      <Text>{labels.lead}</Text>
      <Typed>
        <TextField
          label={labels.label}
          hint={labels.hint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
      </Typed>
      <Result role="status">
        {isTyping ? null : (
          <Banner tone={tones[state]} title={titles[state]}>
            <Stack $gap={4}>
              <span>{message}</span>
              {hint === null ? null : <MutedText as="span">{hint}</MutedText>}
            </Stack>
          </Banner>
        )}
      </Result>
    </DisputableSectionCard>
  );
}
