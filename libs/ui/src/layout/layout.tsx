import { styled } from 'styled-components';
import { useId, type ReactNode } from 'react';
import { Heading, LeadText } from '../text/text.tsx';
import { colour, mediaQueries, space } from '../theme/tokens.ts';

type Space = keyof typeof space;
type Width = 'wide' | 'reading' | 'step';

const widths: Record<Width, string> = { wide: '70rem', reading: '44rem', step: '35rem' };

const Column = styled.div<{ $width: Width }>`
  width: 100%;
  max-width: calc(${({ $width }) => widths[$width]} + 2 * ${space[24]});
  margin-inline: auto;
  padding-inline: ${space[24]};
  ${mediaQueries.phone} {
    padding-inline: ${space[16]};
  }
  ${mediaQueries.print} {
    max-width: none;
    padding-inline: 0;
  }
`;

const PageColumn = styled(Column)`
  padding-block: ${space[48]} ${space[72]};
  ${mediaQueries.phone} {
    padding-block: ${space[24]} ${space[48]};
  }
  ${mediaQueries.print} {
    padding-block: 0;
  }
`;

export interface PageProps {
  /** `wide` 1120 px, `reading` 704 px for running text, `step` 560 px for one thing at a time. */
  width?: Width;
  children: ReactNode;
}

/** A page's column with its margins. The shell's frame provides `<main>`. */
export function Page({ width = 'wide', children }: PageProps) {
  return <PageColumn $width={width}>{children}</PageColumn>;
}

/** A vertical stack, `gap` apart. */
export const Stack = styled.div<{ $gap?: Space; $align?: 'start' | 'center' | 'stretch' }>`
  display: flex;
  flex-direction: column;
  align-items: ${({ $align }) => $align ?? 'stretch'};
  gap: ${({ $gap }) => space[$gap ?? 16]};
`;

export const Row = styled.div<{ $gap?: Space; $align?: 'start' | 'center' | 'baseline' | 'end'; $justify?: 'between' }>`
  display: flex;
  flex-wrap: wrap;
  align-items: ${({ $align }) => $align ?? 'center'};
  justify-content: ${({ $justify }) => ($justify ? 'space-between' : 'flex-start')};
  gap: ${({ $gap }) => space[$gap ?? 12]};
`;

/** As many equal columns as fit, none narrower than `min`. */
export const Grid = styled.div<{ $min?: string; $gap?: Space }>`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, ${({ $min }) => $min ?? '16rem'}), 1fr));
  gap: ${({ $gap }) => space[$gap ?? 24]};
`;

const SectionBox = styled.section`
  & + & {
    margin-top: ${space[48]};
  }
`;

const SectionHead = styled.div`
  display: grid;
  gap: ${space[8]};
  margin-bottom: ${space[24]};
`;

interface SectionHeading {
  title: ReactNode;
  lead?: ReactNode;
  level?: 2 | 3;
  id?: string;
}

export interface SectionProps extends SectionHeading {
  children: ReactNode;
}

/** A section of a page, labelled by its heading. */
export function Section({ title, lead, level = 2, id, children }: SectionProps) {
  const generated = useId();
  const headingId = `${id ?? generated}-title`;
  return (
    <SectionBox aria-labelledby={headingId} id={id}>
      <SectionHead>
        <Heading level={level} id={headingId}>
          {title}
        </Heading>
        {lead ? <LeadText>{lead}</LeadText> : null}
      </SectionHead>
      {children}
    </SectionBox>
  );
}

const BandBox = styled.section<{ $tone: 'plain' | 'sunken' | 'surface' }>`
  padding-block: ${space[72]};
  background: ${({ $tone }) => colour($tone === 'plain' ? 'bg' : $tone)};
  border-top: 1px solid ${({ $tone }) => ($tone === 'plain' ? 'transparent' : colour('line'))};
  border-bottom: 1px solid ${({ $tone }) => ($tone === 'plain' ? 'transparent' : colour('line'))};
  ${mediaQueries.phone} {
    padding-block: ${space[48]};
  }
  ${mediaQueries.print} {
    padding-block: ${space[16]};
  }
`;

export interface PageBandProps extends SectionHeading {
  tone?: 'plain' | 'sunken' | 'surface';
  children: ReactNode;
}

/** A full-width section of a landing page, with its content in the 1120 px column. */
export function PageBand({ title, lead, id, tone = 'plain', children }: PageBandProps) {
  const generated = useId();
  const headingId = `${id ?? generated}-title`;
  return (
    <BandBox $tone={tone} aria-labelledby={headingId} id={id}>
      <Column $width="wide">
        <SectionHead>
          <Heading level={2} size="xl" id={headingId}>
            {title}
          </Heading>
          {lead ? <LeadText>{lead}</LeadText> : null}
        </SectionHead>
        {children}
      </Column>
    </BandBox>
  );
}

/** Only the 1120 px column, for sections that draw their own background. */
export function ContentColumn({ children }: { children: ReactNode }) {
  return <Column $width="wide">{children}</Column>;
}
