import { financeFinding } from '@ve/domain/full-check/findings';
import { financeNextStep, type FinanceNextStep } from '@ve/domain/full-check/finance-next-step';
import { lastFiveOfVin } from '@ve/domain/full-check/match-vin';
import { Banner } from '@ve/ui/banner/banner';
import { ButtonLink } from '@ve/ui/button/button';
import { FactList } from '@ve/ui/fact-list/fact-list';
import { Stack } from '@ve/ui/layout/layout';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { colour, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { useReportKindRowFilter } from '../kind/use-rows-for-report-kind.ts';
import { SourceAndTime } from '../sample/source-and-time.tsx';
import { DisputableSectionCard } from './check-section-card.tsx';
import type { CompletedCheckProps } from './report-checks-props.ts';
import { messages } from './messages.en-gb.ts';
import { SourceReferences } from './source-references.tsx';
import { TelephoneLink } from '../telephone-link.tsx';

const labels = messages.finance;

const Task = styled.div`
  display: grid;
  gap: ${space[12]};
  & + & {
    padding-top: ${space[24]};
    border-top: 1px solid ${colour('line')};
  }
`;

const Steps = styled.ol`
  display: grid;
  gap: ${space[4]};
  && {
    padding-left: 1.4em;
    list-style: decimal;
  }
`;

function Agreement({ task }: { task: FinanceNextStep }) {
  const listed = useReportKindRowFilter();
  const lender = task.facts.find(({ label }) => label === 'Lender')?.value ?? null;
  return (
    <Task>
      <Heading level={4} size="s">
        {task.title}
      </Heading>
      <FactList
        sources="none"
        facts={listed(task.facts).map(({ label, value, phone }) => ({
          label,
          value:
            phone === null ? (
              (value ?? <MutedText as="span">{messages.noDetail}</MutedText>)
            ) : (
              <TelephoneLink phone={phone} />
            ),
        }))}
      />
      {task.phone?.href == null ? null : (
        <div>
          <ButtonLink href={task.phone.href} $variant="secondary">
            {labels.ring(lender ?? task.phone.text)}
          </ButtonLink>
        </div>
      )}
      <div>
        <strong>{labels.ask}</strong>
        <Steps>
          {task.ask.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Steps>
      </div>
      <div>
        <strong>{labels.then}</strong>
        {task.then.map((line) => (
          <Text key={line}>{line}</Text>
        ))}
      </div>
      <div>
        <strong>{labels.protection}</strong>
        <Text>{task.protection}</Text>
      </div>
      <SourceReferences of={task.references} />
    </Task>
  );
}

/** The agreements on a finance register, each as a task before paying; renders nothing if there is none. */
export function FinanceSection({ record, fullCheck }: CompletedCheckProps) {
  const found = financeFinding(fullCheck);
  if (found.state !== 'found' || fullCheck.vdi.state !== 'found') return null;
  const { finance: agreements, vinLast5: vin } = fullCheck.vdi.data;
  const vehicle = { registration: record.registration, vinLast5: lastFiveOfVin(vin) };
  const tasks = agreements.map((agreement) => financeNextStep(agreement, vehicle));
  const factOf = (task: FinanceNextStep, label: string) =>
    task.facts.find((fact) => fact.label === label)?.value ?? null;
  return (
    <DisputableSectionCard
      id="finance"
      title={labels.title}
      subject={{
        registration: record.registration,
        section: 'finance',
        title: labels.title,
        data: tasks.map((task) => ({
          label: `${factOf(task, 'Lender') ?? messages.noDetail} ${factOf(task, 'Agreement number') ?? ''}`.trim(),
          value: [factOf(task, 'Kind of agreement'), factOf(task, 'Agreement date')]
            .filter((part) => part !== null)
            .join(', '),
          source: found.source,
          at: found.at,
        })),
        contacts: tasks.flatMap((task) =>
          task.phone?.href == null ? [] : [{ name: factOf(task, 'Lender') ?? messages.noDetail, phone: task.phone }],
        ),
      }}
    >
      <Banner tone="warn">{tasks.length === 0 ? labels.withoutDetails : labels.lead}</Banner>
      <Stack $gap={24}>
        {tasks.map((task, index) => (
          // Agreements may lack every field that distinguishes them.
          <Agreement key={index} task={task} />
        ))}
      </Stack>
      <SourceAndTime source={found.source} at={found.at} />
    </DisputableSectionCard>
  );
}
