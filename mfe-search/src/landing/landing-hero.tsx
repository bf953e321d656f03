import { ContentColumn, Stack } from '@ve/ui/layout/layout';
import { Heading, LeadText } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';
import { RoadScene } from './road-scene.tsx';
import { SampleReportCard } from './sample-card.tsx';
import { RegistrationSearchForm } from './search-form.tsx';

const Box = styled.div`
  padding-top: ${space[72]};
  ${media.phone} {
    padding-top: ${space[32]};
  }
`;

const Halves = styled.div`
  display: grid;
  align-items: center;
  gap: ${space[32]};
  ${media.desktop} {
    grid-template-columns: minmax(0, 1fr) minmax(0, 19rem);
  }
  ${media.wide} {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    gap: ${space[48]};
  }
`;

/** The product, its price, and the search, next to a sample report. */
export function LandingHero() {
  return (
    <Box>
      <ContentColumn>
        <Halves>
          <Stack $gap={24}>
            <Heading level={1} size="display">
              {messages.hero.heading}
            </Heading>
            <LeadText>{messages.hero.lead}</LeadText>
            <RegistrationSearchForm />
            <LeadText>{messages.hero.price}</LeadText>
          </Stack>
          <SampleReportCard />
        </Halves>
      </ContentColumn>
      <RoadScene />
    </Box>
  );
}
