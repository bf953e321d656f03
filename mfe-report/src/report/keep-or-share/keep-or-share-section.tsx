import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { Grid, Section, Stack } from '@ve/ui/layout/layout';
import { MutedText, Text } from '@ve/ui/text/text';
import { media } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { FoldableDetails } from '../fold.tsx';
import { useIsLiveReport, useIsSampleReport } from '../kind/report-kind.ts';
import { ReportCard } from '../sample/sample.tsx';
import { calendarFileMessages } from './calendar-messages.en-gb.ts';
import { CalendarFileButton, calendarFileText } from './calendar-button.tsx';
import { keepOrShareMessages as messages } from './messages.en-gb.ts';
import { PdfButton } from './pdf-button.tsx';
import { reportPdfMessages } from './report-pdf-messages.en-gb.ts';
import { PrintButton } from './print-button.tsx';
import { ShareButton } from './share-button.tsx';
import { shareMessages } from './share-messages.en-gb.ts';

/** Hidden in print. */
const OnScreen = styled.div`
  ${media.print} {
    display: none;
  }
`;

/** The ways to save, print or share the report: four buttons, and on demand what each of them does. */
export function KeepOrShareSection({ record, today }: { record: VehicleRecord; today: IsoDate }) {
  const isLive = useIsLiveReport();
  const isSample = useIsSampleReport();
  const { registration } = record;
  return (
    <OnScreen>
      <Section title={messages.title}>
        <ReportCard $padding={16}>
          <Stack $gap={8}>
            <Grid $min="8.5rem" $gap={12}>
              <PrintButton />
              {isLive ? (
                <>
                  <PdfButton registration={registration} />
                  <ShareButton registration={registration} />
                  <CalendarFileButton record={record} today={today} />
                </>
              ) : null}
            </Grid>
            {isSample ? <MutedText>{messages.ofYourOwn}</MutedText> : null}
            {isLive ? (
              <FoldableDetails summary={messages.each}>
                {[
                  [messages.print.title, messages.print.text],
                  [reportPdfMessages.title, reportPdfMessages.text],
                  [shareMessages.title, shareMessages.text],
                  [calendarFileMessages.title, calendarFileText({ record, today })],
                ].map(([title, text]) => (
                  <Text key={title}>
                    <strong>{title}:</strong> {text}
                  </Text>
                ))}
              </FoldableDetails>
            ) : (
              <MutedText>{messages.print.text}</MutedText>
            )}
          </Stack>
        </ReportCard>
      </Section>
    </OnScreen>
  );
}
