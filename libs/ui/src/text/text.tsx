import { styled } from 'styled-components';
import type { ReactNode } from 'react';
import { colour, fontSize, mediaQueries } from '../theme/tokens.ts';

type Level = 1 | 2 | 3 | 4;
type Size = 'display' | 'xl' | 'l' | 'm' | 's';

const sizes: Record<Size, { wide: string; phone: string; line: number; space: string }> = {
  display: { wide: fontSize[48], phone: fontSize[36], line: 1.08, space: '-0.025em' },
  xl: { wide: fontSize[36], phone: fontSize[28], line: 1.15, space: '-0.02em' },
  l: { wide: fontSize[28], phone: fontSize[22], line: 1.2, space: '-0.015em' },
  m: { wide: fontSize[22], phone: fontSize[18], line: 1.3, space: '-0.01em' },
  s: { wide: fontSize[18], phone: fontSize[18], line: 1.35, space: '0' },
};

const sizeOfLevel: Record<Level, Size> = { 1: 'xl', 2: 'l', 3: 'm', 4: 's' };

const HeadingText = styled.h2<{ $size: Size }>`
  font-size: ${({ $size }) => sizes[$size].wide};
  font-weight: 700;
  line-height: ${({ $size }) => sizes[$size].line};
  letter-spacing: ${({ $size }) => sizes[$size].space};
  text-wrap: balance;
  ${mediaQueries.phone} {
    font-size: ${({ $size }) => sizes[$size].phone};
  }
  ${mediaQueries.print} {
    break-after: avoid;
  }
`;

export interface HeadingProps {
  level: Level;
  /** The visual size, if it differs from that of the level. */
  size?: Size;
  id?: string;
  className?: string;
  tabIndex?: number;
  children: ReactNode;
}

/** A heading: `level` is semantic, `size` only visual. */
export function Heading({ level, size, children, ...rest }: HeadingProps) {
  return (
    <HeadingText as={`h${level}`} $size={size ?? sizeOfLevel[level]} {...rest}>
      {children}
    </HeadingText>
  );
}

/** The lead sentence below a page's title. */
export const LeadText = styled.p`
  max-width: 60ch;
  font-size: ${fontSize[18]};
  line-height: 1.5;
  text-wrap: pretty;
`;

/** Body text, limited to a readable line length. */
export const Text = styled.p`
  max-width: 68ch;
  text-wrap: pretty;
`;

/** Secondary text: sources, dates, explanations. */
export const MutedText = styled.p`
  max-width: 68ch;
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
  line-height: 1.5;
`;

/** Tabular figures, for numbers in columns. */
export const TabularNumbers = styled.span`
  font-variant-numeric: tabular-nums;
`;
