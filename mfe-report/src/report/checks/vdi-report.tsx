import CircleCheck from 'lucide-react/icons/circle-check';
import Lock from 'lucide-react/icons/lock';
import { type ColourHistory, colourHistory } from '@ve/domain/full-check/colour-history';
import { type FullVdiRow, fullVdiRows } from '@ve/domain/full-check/full-vdi-rows';
import { matchVin } from '@ve/domain/full-check/match-vin';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import { freeVdiRows } from '@ve/domain/full-check/vdi-rows';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { lazyComponent } from '@ve/mfe-kit/lazy-component';
import { Icon } from '@ve/ui/icon/icon';
import { Stack } from '@ve/ui/layout/layout';
import { MutedText } from '@ve/ui/text/text';
import { colour, space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { useState } from 'react';
import { styled } from 'styled-components';
import { useIsLiveReport } from '../kind/report-kind.ts';
import { useReportKindRowFilter } from '../kind/use-rows-for-report-kind.ts';
import { fullCheckSectionId } from '../section-link.tsx';
import { SampleLink } from '../sample/sample-link.tsx';
import { FullCheckUnlockButton } from '../unlock/unlock-button.tsx';
import type { AskingPriceProps } from './asking-price.tsx';
import { DisputableSectionCard } from './check-section-card.tsx';
import { CheckRows, DetailLines, toDisputedData } from './check-rows.tsx';
import { ColourSwatches } from './colour-swatches.tsx';
import { FinanceSection } from './finance-section.tsx';
import { IdentityInspectionsSection, KeeperSection, RecallCheckLink, RecallSection } from './history-sections.tsx';
import { messages } from './messages.en-gb.ts';
import { StolenVehicleAdvice } from './stolen-section.tsx';
import { VinCheck } from './vin-check.tsx';
import type { ValuationSectionProps } from './valuation-section.tsx';
import { WriteOffSection } from './write-off-section.tsx';

const ValuationSection = lazyComponent<ValuationSectionProps>(
  async () => (await import('./valuation-section.tsx')).ValuationSection,
  '48rem',
);

const AskingPrice = lazyComponent<AskingPriceProps>(
  async () => (await import('./asking-price.tsx')).AskingPrice,
  '14rem',
);

const LockedList = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
  gap: ${space[16]} ${space[32]};
`;

const Field = styled.li`
  display: flex;
  gap: ${space[12]};
  & > svg {
    margin-top: 3px;
    color: ${colour('muted')};
  }
`;

/** The rows of the full check while it is locked. The VIN check is free. */
function LockedFields() {
  const fields = useReportKindRowFilter()(messages.fields.map(({ name, question }) => ({ label: name, question })));
  return (
    <>
      <MutedText>{messages.lockedLead}</MutedText>
      <LockedList className="locked">
        {fields.map(({ label: name, question }) => {
          const isFree = name === 'VIN Check';
          return (
            <Field key={name}>
              <Icon glyph={isFree ? CircleCheck : Lock} />
              <div>
                <strong>{name}</strong>
                <VisuallyHidden> ({isFree ? messages.openFree : messages.locked})</VisuallyHidden>
                <MutedText>{question}</MutedText>
              </div>
            </Field>
          );
        })}
      </LockedList>
      <SampleLink />
    </>
  );
}

interface DoneRows {
  rows: FullVdiRow[];
  colours: ColourHistory;
  /** Whether enough of the VIN was typed for a comparison. */
  isVinCompared: boolean;
}

/** The rows of a completed full check as displayed, with the comparison of the typed VIN. */
function doneRows(record: VehicleRecord, fullCheck: FullCheck, typedVin: string): DoneRows {
  const colours = colourHistory(record, fullCheck);
  const isVinCompared = matchVin(typedVin, record, fullCheck).state !== 'incomplete';
  const rows = fullVdiRows(record, fullCheck, typedVin).map((row) => {
    // The swatches show the same changes as these lines.
    if (row.label === 'Colour Changes' && colours.changes.length > 0) {
      return { ...row, details: row.details.filter((line) => colours.changes.every(({ words }) => words !== line)) };
    }
    if (row.label === 'VIN Check' && !isVinCompared) {
      return { ...row, value: messages.vin.notCompared, details: [] };
    }
    return row;
  });
  return { rows, colours, isVinCompared };
}

/** Shown until the buyer has typed the VIN. Not printed, since the input is on the screen. */
function HowToCompareVin() {
  const isLive = useIsLiveReport();
  return (
    <div data-screen="">
      <DetailLines lines={[isLive ? messages.vin.below : messages.vin.inYourOwn]} />
    </div>
  );
}

/** The VDI Check Report tab: eight free rows, and the seven of the full check, locked or with results. */
export function VdiReport({ record, fullCheck, today }: ReportInput) {
  const { registration } = record;
  const listed = useReportKindRowFilter();
  const [typedVin, setTypedVin] = useState('');
  const freeRows = freeVdiRows({ record, today, fullCheck });
  const done = fullCheck === null ? null : doneRows(record, fullCheck, typedVin);
  return (
    <Stack $gap={24}>
      <DisputableSectionCard
        title={messages.free}
        subject={{ registration, section: 'history', title: messages.free, data: toDisputedData(freeRows) }}
      >
        <CheckRows rows={freeRows} extra={{ 'Safety Recalls': <RecallCheckLink /> }} />
      </DisputableSectionCard>
      <DisputableSectionCard
        id={fullCheckSectionId}
        title={messages.fullCheck}
        tone={done === null ? 'sunken' : 'surface'}
        {...(done === null
          ? {}
          : {
              subject: { registration, section: 'history', title: messages.fullCheck, data: toDisputedData(done.rows) },
            })}
      >
        {done === null ? <LockedFields /> : null}
        <FullCheckUnlockButton registration={registration} place="vdi" />
        {done === null ? null : (
          <CheckRows
            rows={listed(done.rows)}
            extra={{
              'Colour Changes': <ColourSwatches history={done.colours} />,
              ...(done.isVinCompared ? {} : { 'VIN Check': <HowToCompareVin /> }),
            }}
          />
        )}
      </DisputableSectionCard>
      <RecallSection record={record} />
      {fullCheck === null ? null : (
        <>
          <StolenVehicleAdvice record={record} fullCheck={fullCheck} today={today} />
          <FinanceSection record={record} fullCheck={fullCheck} today={today} />
          <WriteOffSection record={record} fullCheck={fullCheck} today={today} />
          <ValuationSection record={record} fullCheck={fullCheck} today={today}>
            <AskingPrice registration={registration} section={fullCheck.valuation} />
          </ValuationSection>
        </>
      )}
      <VinCheck record={record} fullCheck={fullCheck} typed={typedVin} onType={setTypedVin} />
      <KeeperSection record={record} fullCheck={fullCheck} today={today} />
      <IdentityInspectionsSection record={record} fullCheck={fullCheck} />
    </Stack>
  );
}
