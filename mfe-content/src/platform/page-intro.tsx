import { Stack } from '@ve/ui/layout/layout';
import { Heading, LeadText } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Head = styled.div`
  margin-bottom: ${space[48]};
  ${media.phone} {
    margin-bottom: ${space[32]};
  }
`;

interface PageIntroProps {
  title: string;
  lead?: string;
  children?: ReactNode;
}

/** The top of a page: its title, its lead, and other content at the top. */
export function PageIntro({ title, lead, children }: PageIntroProps) {
  return (
    <Head>
      <Stack $gap={16}>
        <Heading level={1} size="display">
          {title}
        </Heading>
        {lead === undefined ? null : <LeadText>{lead}</LeadText>}
        {children}
      </Stack>
    </Head>
  );
}
