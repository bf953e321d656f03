import type { BuyingDecision } from '@ve/domain/verdict/decision';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { vehicleName } from '@ve/domain/vehicle/facts/vehicle-name';
import { isZeroEmission } from '@ve/domain/vehicle/record/zero-emission';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { Plate } from '@ve/ui/plate/plate';
import { Heading, MutedText } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { pendingSources } from '../pending/pending-sources.ts';
import { BuyingDecisionCard } from '../decision/decision-card.tsx';
import { useVerdictNotes } from '../decision/use-verdict-notes.ts';
import { useIsSampleReport } from '../kind/report-kind.ts';
import { messages } from '../messages.en-gb.ts';

const Name = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[12]};
  width: 100%;
  & > div {
    /* Beside the plate where its longest word fits, else below it. */
    flex: 1 1 min-content;
    min-width: 0;
  }
  & > [translate='no'] {
    flex: none;
    /* The verdict is what has to be on a phone's first screen. */
    font-size: 2rem;
  }
  ${media.wide} {
    display: grid;
    justify-items: start;
    gap: ${space[12]};
    & > [translate='no'] {
      font-size: 3rem;
    }
  }
`;

export function VehicleHeading({ record }: { record: VehicleRecord }) {
  const isSample = useIsSampleReport();
  const { make, model, colour, year } = vehicleName(record);
  const named = [make, model].filter((part) => part !== null).join(' ');
  const unnamed = pendingSources(record).length > 0 ? messages.fetching.heading : messages.unnamed;
  const details = [isSample ? named : null, colour, year].filter((part) => part !== null).join(' · ');
  return (
    <Name>
      <Plate registration={record.registration} size="l" zeroEmission={isZeroEmission(record)} />
      <div>
        <Heading level={1} size="l">
          {isSample ? messages.sample.heading : named === '' ? unnamed : named}
        </Heading>
        <MutedText>{details === '' ? '\u00a0' : details}</MutedText>
      </div>
    </Name>
  );
}

interface SidebarProps extends ReportInput {
  decision: BuyingDecision;
}

export function ReportSidebar({ decision, ...input }: SidebarProps) {
  const notes = useVerdictNotes(input);
  return (
    <>
      <VehicleHeading record={input.record} />
      <BuyingDecisionCard decision={decision} notes={notes} />
    </>
  );
}
