import { adviceCausesOfLevel, type AdviceLevel } from '@ve/domain/verdict/causes';
import { PageHead } from '@ve/mfe-kit/page-head';
import { Link } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Grid, Page, Section, Stack } from '@ve/ui/layout/layout';
import { StatusBadge, type StatusTone } from '@ve/ui/status/status';
import { Heading, LeadText, MutedText, Text } from '@ve/ui/text/text';
import { colour, media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { PageIntro } from '../platform/page-intro.tsx';
import { messages } from './messages.en-gb.ts';

const tones = { FAILED: 'fail', WARNING: 'warn', PASSED: 'pass' } as const satisfies Record<string, StatusTone>;

const Verdict = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 2fr);
  gap: ${space[16]} ${space[48]};
  padding-block: ${space[32]};
  border-top: 2px solid ${colour('text')};
  ${media.belowWide} {
    grid-template-columns: minmax(0, 1fr);
  }
  ${media.phone} {
    padding-block: ${space[24]};
  }
`;

const Causes = styled.dl`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space[16]} ${space[32]};
  dt {
    font-weight: 600;
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
  ${media.print} {
    break-inside: avoid;
  }
`;

const UncheckedItems = styled.ul`
  display: grid;
  max-width: 46rem;
  li {
    padding-block: ${space[12]};
    border-bottom: 1px solid ${colour('line')};
  }
`;

const Verdicts = styled.div`
  margin-bottom: ${space[48]};
`;

function VerdictPart({ level }: { level: AdviceLevel | 'PASSED' }) {
  const { word, advice, why } = messages.verdicts[level];
  const id = `verdict-${level.toLowerCase()}`;
  return (
    <Verdict aria-labelledby={id}>
      <Stack $gap={12} $align="start">
        <Heading level={2} id={id}>
          <StatusBadge tone={tones[level]} large>
            {word}
          </StatusBadge>
        </Heading>
        <LeadText>
          <strong>{advice}</strong>
        </LeadText>
      </Stack>
      <Stack $gap={16}>
        <Text>{why}</Text>
        <Causes>
          {adviceCausesOfLevel(level === 'PASSED' ? 'LOOK' : level).map((cause) => {
            const [name, what] = messages.causes[cause];
            return (
              <div key={cause}>
                <dt>{name}</dt>
                <MutedText as="dd">{what}</MutedText>
              </div>
            );
          })}
        </Causes>
      </Stack>
    </Verdict>
  );
}

/** `/buying-advice`: the meaning of a report's verdict, from the domain rules that decide it. */
export function BuyingAdvicePage() {
  const { title, description, lead, notDisclosed, before, start } = messages;
  return (
    <Page>
      <PageHead title={title} description={description} path="/buying-advice" />
      <PageIntro title={title} lead={lead} />
      <Verdicts>
        <VerdictPart level="FAILED" />
        <VerdictPart level="WARNING" />
        <VerdictPart level="PASSED" />
      </Verdicts>
      <Section title={notDisclosed.title} lead={notDisclosed.lead}>
        <UncheckedItems className="unseen">
          {notDisclosed.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </UncheckedItems>
      </Section>
      <Section title={before.title} lead={before.lead}>
        <Grid $gap={32}>
          {before.steps.map(({ name, body }) => (
            <Stack key={name} $gap={8}>
              <Heading level={3}>{name}</Heading>
              <Text>{body}</Text>
            </Stack>
          ))}
        </Grid>
      </Section>
      <Section title={start.title}>
        <Stack $gap={16} $align="start">
          <Text>{start.body}</Text>
          <ButtonLink as={Link} to="/">
            {start.action}
          </ButtonLink>
        </Stack>
      </Section>
    </Page>
  );
}
