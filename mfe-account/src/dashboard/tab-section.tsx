import { Heading, MutedText } from '@ve/ui/text/text';
import { colour, media, space } from '@ve/ui/theme/theme';
import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';

const Box = styled.section`
  display: grid;
  align-content: start;
  gap: ${space[16]};
  min-width: 0;
  & + & {
    padding-top: ${space[24]};
    border-top: 1px solid ${colour('line')};
  }
`;

/** Two columns where the width allows. */
export const TwoColumns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[24]} ${space[48]};
  align-items: start;
  ${media.wide} {
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  }
`;

export const TabColumn = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[24]};
`;

interface PartProps {
  title: string;
  lead?: string;
  id?: string;
  children: ReactNode;
}

export function TabSection({ title, lead, id, children }: PartProps) {
  const headingId = useId();
  return (
    <Box aria-labelledby={headingId} id={id}>
      <div>
        <Heading level={2} size="m" id={headingId}>
          {title}
        </Heading>
        {lead === undefined ? null : <MutedText>{lead}</MutedText>}
      </div>
      {children}
    </Box>
  );
}
