import { cleanAirChargesOf, type CleanAirZone, cleanAirZonesDisclaimer } from '@ve/domain/vehicle/clean-air/zones';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { SourceNote } from '@ve/ui/fact-list/source-note';
import { PendingSources } from '@ve/ui/fact-list/pending-sources';
import { Row, Stack } from '@ve/ui/layout/layout';
import { StatusBadge, type StatusTone } from '@ve/ui/status/status';
import { MutedText, Text } from '@ve/ui/text/text';
import { colour, media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { DisputableSectionCard } from '../checks/check-section-card.tsx';
import { FoldableDetails } from '../fold.tsx';
import { useIsSampleReport } from '../kind/report-kind.ts';
import { CostCertaintyMark } from './certainty-mark.tsx';
import { runningCostsMessages } from './messages.en-gb.ts';
import { RuleReferences } from './rule-references.tsx';

const labels = runningCostsMessages.zones;

const tones: Record<CleanAirZone['state'], StatusTone> = {
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
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 ${space[16]};
    padding-block: ${space[4]};
    border-bottom: 1px solid ${colour('line')};
  }
  & > li > :nth-child(3) {
    grid-column: 1 / -1;
  }
  ${media.print} {
    & > li {
      break-inside: avoid;
      padding-block: ${space[4]};
    }
  }
`;

/** The effect of each zone on the vehicle, and whether it is given or estimated. */
export function CleanAirZonesCard({ record, fullCheck, today }: ReportInput) {
  const isSample = useIsSampleReport();
  const { standard, zones } = cleanAirChargesOf({ record, fullCheck, today });
  const { certainty, source, at } = standard;
  const isFree = ({ state }: CleanAirZone) => state === 'free' || state === 'not-cars';
  const [free, dear] = [zones.filter(isFree), zones.filter((zone) => !isFree(zone))];
  return (
    <DisputableSectionCard title={labels.title}>
      {standard.asking ? (
        <PendingSources sources={['DVLA']} />
      ) : (
        <Stack $gap={4} $align="start">
          <Text>{standard.words}</Text>
          <Row $gap={12}>
            {certainty === null ? null : <CostCertaintyMark of={certainty} />}
            {source === null || isSample ? null : <SourceNote source={source} at={at} />}
          </Row>
        </Stack>
      )}
      {standard.asking || dear.length === 0 ? null : <ZoneList label={labels.list} zones={dear} isShort />}
      {free.length === 0 ? null : <Text>{labels.free(free.map(nameOf))}</Text>}
      <FoldableDetails summary={labels.rules(zones.length)}>
        {standard.asking ? null : <ZoneList label={labels.allList} zones={zones} />}
        <RuleReferences lead={`${cleanAirZonesDisclaimer}:`} of={zones.map(({ rule }) => rule)} />
      </FoldableDetails>
    </DisputableSectionCard>
  );
}

/** The name of a zone without a charge, marked if that is only probable. */
const nameOf = ({ name, state, certainty }: CleanAirZone): string =>
  state === 'free' && certainty === 'estimated' ? `${name} (${labels.perhaps})` : name;

/** Longer words are in the list of all zones, which is folded. */
const shortMeaning = 40;

/** Each zone with its state and what that means; `isShort`: only in a few words. */
function ZoneList({
  label,
  zones,
  isShort = false,
}: {
  label: string;
  zones: readonly CleanAirZone[];
  isShort?: boolean;
}) {
  return (
    <Zones role="list" aria-label={label}>
      {zones.map(({ name, state, certainty, words: meaning }) => (
        <li key={name}>
          <strong>{name}</strong>
          {certainty === 'estimated' ? (
            <StatusBadge tone={state === 'free' ? 'info' : tones[state]}>
              {labels.probably(labels.states[state])}
            </StatusBadge>
          ) : (
            <StatusBadge tone={tones[state]}>{labels.states[state]}</StatusBadge>
          )}
          {isShort && meaning.length > shortMeaning ? null : <MutedText as="span">{meaning}</MutedText>}
        </li>
      ))}
    </Zones>
  );
}
