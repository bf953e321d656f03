import type { FillerProps } from '@ve/contracts/slots';
import { Stack } from '@ve/ui/layout/layout';
import { Heading, MutedText } from '@ve/ui/text/text';
import { colour, space } from '@ve/ui/theme/theme';
import { useId } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';
import { SavedReportWithVerdict } from './saved-report.tsx';

const List = styled.ul`
  display: grid;
  list-style: none;
  & > li {
    padding-block: ${space[12]};
    border-top: 1px solid ${colour('line')};
  }
`;

/** Only the newest: the list above the slot has the others. */
const maxReports = 5;

/** The verdicts that a customer sees in their saved reports, for staff. */
export function CustomerReportVerdicts({ reports, headingLevel }: FillerProps<'staff-customer.after-reports/v1'>) {
  const id = useId();
  if (reports.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Stack $gap={12}>
        <Heading level={headingLevel} size="s" id={id}>
          {messages.title}
        </Heading>
        <MutedText>{messages.lead}</MutedText>
        <List role="list">
          {reports.slice(0, maxReports).map((report) => (
            <li key={report.id}>
              <SavedReportWithVerdict {...report} />
            </li>
          ))}
        </List>
        {reports.length > maxReports ? <MutedText>{messages.newest(maxReports)}</MutedText> : null}
      </Stack>
    </section>
  );
}
