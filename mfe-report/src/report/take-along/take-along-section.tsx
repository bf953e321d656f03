import { formatRegistration } from '@ve/domain/registration/format-registration';
import { Section } from '@ve/ui/layout/layout';
import { media } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { ReportCard } from '../sample/sample.tsx';
import { takeAlongMessages } from './messages.en-gb.ts';
import { PrintRow } from './print-row.tsx';

/** It is of no use on paper. */
const OnScreen = styled.div`
  ${media.print} {
    display: none;
  }
`;

/** The ways to take the report along, one row each. */
export function TakeAlongSection({ registration }: { registration: string }) {
  return (
    <OnScreen>
      <Section title={takeAlongMessages.title} lead={takeAlongMessages.lead(formatRegistration(registration))}>
        <ReportCard>
          <PrintRow />
        </ReportCard>
      </Section>
    </OnScreen>
  );
}
