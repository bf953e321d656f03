import Lock from 'lucide-react/icons/lock';
import { type AdditionalCheck, additionalChecks } from '@ve/domain/full-check/additional-checks';
import { reportSectionOfTheft } from '@ve/domain/full-check/findings';
import type { CorrectableSection } from '@ve/domain/membership/who-can-correct';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { Icon } from '@ve/ui/icon/icon';
import { Grid, Row, Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { SourceAndTime } from '../sample/source-and-time.tsx';
import { SampleLink } from '../sample/sample-link.tsx';
import { ReportCard } from '../sample/sample.tsx';
import { FullCheckUnlockButton } from '../unlock/unlock-button.tsx';
import { DisputableSectionCard } from './check-section-card.tsx';
import { CheckDetailsList, telephoneContactsOf } from './check-details.tsx';

import { messages } from './messages.en-gb.ts';

function sectionOf(name: AdditionalCheck['name'], fullCheck: FullCheck): CorrectableSection {
  switch (name) {
    case 'Stolen Check':
      return reportSectionOfTheft(fullCheck);
    case 'Written Off':
      return 'write-off';
    case 'Finance Check':
      return 'finance';
  }
}

/** The placeholder of a check before the full check. */
function LockedCard({ name }: Pick<AdditionalCheck, 'name'>) {
  return (
    <ReportCard $tone="sunken">
      <Stack $gap={8}>
        <Row $gap={8}>
          <Icon glyph={Lock} />
          <Heading level={3} size="s">
            {name}
            <VisuallyHidden> ({messages.locked})</VisuallyHidden>
          </Heading>
        </Row>
        <MutedText>{messages.learn[name]}</MutedText>
      </Stack>
    </ReportCard>
  );
}

interface OpenCardProps {
  registration: string;
  check: AdditionalCheck;
  section: CorrectableSection;
}

function OpenCard({ registration, check, section }: OpenCardProps) {
  const { name, status, tone, why, source, at } = check;
  return (
    <DisputableSectionCard
      title={name}
      status={<StatusBadge tone={tone}>{status ?? messages.notAvailable}</StatusBadge>}
      subject={{
        registration,
        section,
        title: name,
        data: [{ label: name, value: status, source, at }],
        contacts: telephoneContactsOf(check),
      }}
    >
      {why === null ? null : <Text>{why}</Text>}
      {check.state === 'found' ? <CheckDetailsList check={check} /> : null}
      <SourceAndTime source={source} at={at} />
    </DisputableSectionCard>
  );
}

/** The Additional Checks tab: placeholders, or after a full check the results of the registers. */
export function AdditionalChecks({ record: { registration }, fullCheck }: ReportInput) {
  const checks = additionalChecks(fullCheck);
  if (fullCheck === null) {
    return (
      <Stack $gap={16} data-locked="">
        <Text>{messages.additionalLead}</Text>
        <Grid $min="15rem" $gap={16}>
          {checks.map(({ name }) => (
            <LockedCard key={name} name={name} />
          ))}
        </Grid>
        <SampleLink />
        <FullCheckUnlockButton registration={registration} place="additional" />
      </Stack>
    );
  }
  return (
    <Stack $gap={16}>
      <FullCheckUnlockButton registration={registration} place="additional" />
      {checks.map((check) => (
        <OpenCard
          key={check.name}
          registration={registration}
          check={check}
          section={sectionOf(check.name, fullCheck)}
        />
      ))}
    </Stack>
  );
}
