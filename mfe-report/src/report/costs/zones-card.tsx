import { cleanAir, type Zone, zonesDisclaimer } from '@ve/domain/vehicle/clean-air/zones';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { SourceNote } from '@ve/ui/fact-list/source-note';
import { PendingSources } from '@ve/ui/fact-list/pending-sources';
import { Row, Stack } from '@ve/ui/layout/layout';
import { StatusBadge, type Tone } from '@ve/ui/status/status';
import { Muted, Text } from '@ve/ui/text/text';
import { colour, media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { CheckCard } from '../checks/check-card.tsx';
import { useIsSampleReport } from '../kind/report-kind.ts';
import { CertaintyMark } from './certainty-mark.tsx';
import { costsMessages } from './messages.en-gb.ts';
import { RuleLinks } from './rule-links.tsx';

const words = costsMessages.zones;

const tones: Record<Zone['state'], Tone> = {
  free: 'pass',
  charged: 'warn',
  'not-allowed': 'fail',
  'not-cars': 'info',
  historic: 'info',
  unknown: 'unknown',
};

const Zones = styled.ul`
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    gap: ${space[4]} ${space[16]};
    padding-block: ${space[12]};
    border-bottom: 1px solid ${colour('line')};
  }
  ${media.phone} {
    & > li {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  ${media.print} {
    & > li {
      break-inside: avoid;
      padding-block: ${space[4]};
    }
  }
`;

interface ZonesCardProps {
  record: VehicleRecord;
  fullCheck: FullCheck | null;
  today: IsoDate;
}

/** The effect of each zone on the vehicle, and whether it is given or estimated. */
export function ZonesCard({ record, fullCheck, today }: ZonesCardProps) {
  const isSample = useIsSampleReport();
  const { standard, zones } = cleanAir(record, fullCheck, today);
  const { certainty, source, at } = standard;
  return (
    <CheckCard title={words.title}>
      {standard.asking ? (
        <PendingSources sources={['DVLA']} />
      ) : (
        <Stack $gap={8} $align="start">
          <Text>{standard.words}</Text>
          <Row $gap={12}>
            {certainty === null ? null : <CertaintyMark of={certainty} />}
            {source === null || isSample ? null : <SourceNote source={source} at={at} />}
          </Row>
        </Stack>
      )}
      <Zones role="list" aria-label={words.list}>
        {zones.map(({ name, state, certainty: known, words: meaning }) => (
          <li key={name}>
            <strong>{name}</strong>
            <Stack $gap={4} $align="start">
              {known === 'estimated' ? (
                <StatusBadge tone={state === 'free' ? 'info' : tones[state]}>
                  {words.probably(words.states[state])}
                </StatusBadge>
              ) : (
                <StatusBadge tone={tones[state]}>{words.states[state]}</StatusBadge>
              )}
              {state === 'unknown' && meaning === standard.words ? null : <Muted as="span">{meaning}</Muted>}
            </Stack>
          </li>
        ))}
      </Zones>
      <RuleLinks lead={`${zonesDisclaimer}:`} of={zones.map(({ rule }) => rule)} />
    </CheckCard>
  );
}
