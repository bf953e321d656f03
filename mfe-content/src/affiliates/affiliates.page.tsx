import { PageHead } from '@ve/mfe-kit/page-head';
import { Icon, type IconComponent } from '@ve/ui/icon/icon';
import { Grid, Page, Section, Stack } from '@ve/ui/layout/layout';
import { Heading, Text } from '@ve/ui/text/text';
import { colour, media, space } from '@ve/ui/theme/theme';
import FileText from 'lucide-react/icons/file-text';
import Headset from 'lucide-react/icons/headset';
import Percent from 'lucide-react/icons/percent';
import { styled } from 'styled-components';
import { PageIntro } from '../platform/page-intro.tsx';
import { AffiliateApplicationForm } from './affiliate-application-form.tsx';
import { messages } from './messages.en-gb.ts';

const glyphs: readonly IconComponent[] = [Percent, Headset, FileText];

const Benefit = styled.li`
  display: grid;
  align-content: start;
  gap: ${space[8]};
  padding-top: ${space[16]};
  border-top: 2px solid ${colour('text')};
  svg {
    color: ${colour('brand')};
  }
`;

const Steps = styled.ol`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: ${space[24]};
  counter-reset: step;
  li {
    counter-increment: step;
  }
  h3::before {
    content: counter(step) '. ';
    content: counter(step) '. ' / '';
  }
  ${media.belowWide} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Requirements = styled.ul`
  display: grid;
  max-width: 46rem;
  li {
    padding-block: ${space[12]};
    border-bottom: 1px solid ${colour('line')};
  }
`;

/** `/affiliates`: what the programme offers, how it works, who can apply, and the application. */
export function AffiliatesPage() {
  const { title, description, lead, benefits, how, requirements, honest, form } = messages;
  return (
    <Page>
      <PageHead title={title} description={description} path="/affiliates" />
      <PageIntro title={title} lead={lead} />
      <Section title={benefits.title}>
        <Grid as="ul" className="benefits">
          {benefits.items.map(({ name, body }, index) => (
            <Benefit key={name}>
              <Icon glyph={glyphs[index] ?? Percent} size={24} />
              <Heading level={3}>{name}</Heading>
              <Text>{body}</Text>
            </Benefit>
          ))}
        </Grid>
      </Section>
      <Section title={how.title}>
        <Steps className="steps">
          {how.steps.map(({ name, body }) => (
            <li key={name}>
              <Stack $gap={8}>
                <Heading level={3}>{name}</Heading>
                <Text>{body}</Text>
              </Stack>
            </li>
          ))}
        </Steps>
      </Section>
      <Section title={requirements.title}>
        <Requirements className="requirements">
          {requirements.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </Requirements>
      </Section>
      <Section title={honest.title}>
        <Text>{honest.body}</Text>
      </Section>
      <Section title={form.title}>
        <AffiliateApplicationForm />
      </Section>
    </Page>
  );
}
