import type { ReportList as Reports } from '@ve/contracts/http/membership/report-and-payment-lists';
import { sentenceCase } from '@ve/domain/kernel/text/phrases';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatDateShort } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { reportListId } from '@ve/mfe-kit/member-navigation';
import { Link, useLocation } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Section, Stack } from '@ve/ui/layout/layout';
import { Plate } from '@ve/ui/plate/plate';
import { Heading, Text } from '@ve/ui/text/text';
import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { useEffect } from 'react';
import { styled } from 'styled-components';
import { useAccountReports } from '../../platform/account.query.ts';
import { messages } from '../messages.en-gb.ts';
import { LoadedList, ListRows } from '../../platform/list-states.tsx';

const labels = messages.reports;

const Report = styled.div`
  display: grid;
  grid-template-columns: 9.5rem minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space[8]} ${space[16]};
  ${media.phone} {
    grid-template-columns: auto minmax(0, 1fr);
    & > :nth-child(2) {
      grid-column: 1 / -1;
    }
  }
`;

const Facts = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space[16]};
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
  font-variant-numeric: tabular-nums;
  div {
    display: flex;
    gap: ${space[4]};
  }
`;

const Name = styled.p`
  font-weight: 600;
`;

const Fact = ({ label, children }: { label: string; children: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function Row({ report }: { report: Reports['reports'][number] }) {
  const { registrationNumber, vehicleMake, vehicleModel, vehicleYear, vehicleColor, createdAt } = report;
  const name = [vehicleMake, vehicleModel].filter((part) => part !== null).join(' ');
  return (
    <Report>
      <div>
        <Plate registration={registrationNumber} size="s" />
      </div>
      <div>
        <Name>{name === '' ? labels.unnamed : name}</Name>
        <Facts>
          <Fact label={labels.year}>{vehicleYear === null ? labels.unknown : String(vehicleYear)}</Fact>
          <Fact label={labels.colour}>{vehicleColor === null ? labels.unknown : sentenceCase(vehicleColor)}</Fact>
          <Fact label={labels.created}>{formatDateShort(londonDate(new Date(createdAt)))}</Fact>
        </Facts>
      </div>
      <ButtonLink as={Link} to={`/report?reg=${registrationNumber}`} $variant="secondary">
        {labels.view} <VisuallyHidden>{labels.of(formatRegistration(registrationNumber))}</VisuallyHidden>
      </ButtonLink>
    </Report>
  );
}

/** 'My Vehicle Reports', newest first (specification section 2). */
export function ReportList({ userId }: { userId: string }) {
  const query = useAccountReports(userId);
  const { hash, key } = useLocation();
  const isKnown = query.data !== undefined;
  // The navigation leads here from a page on which the list does not exist yet.
  useEffect(() => {
    if (hash === `#${reportListId}` && isKnown) document.getElementById(reportListId)?.scrollIntoView();
  }, [hash, key, isKnown]);
  return (
    <Section id={reportListId} title={labels.title}>
      <LoadedList query={query} labels={labels} height="9rem">
        {(reports) =>
          reports.length === 0 ? (
            <Stack $gap={12} $align="start">
              <Heading level={3} size="s">
                {labels.emptyTitle}
              </Heading>
              <Text>{labels.emptyText}</Text>
              <ButtonLink as={Link} to="/">
                {labels.first}
              </ButtonLink>
            </Stack>
          ) : (
            <ListRows>
              {reports.map((report) => (
                <li key={report.id}>
                  <Row report={report} />
                </li>
              ))}
            </ListRows>
          )
        }
      </LoadedList>
    </Section>
  );
}
