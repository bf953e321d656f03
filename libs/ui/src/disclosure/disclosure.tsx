import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../icon/icon.tsx';
import { colour, fontSize, mediaQueries, space, minTargetSize } from '../theme/tokens.ts';

const Item = styled.details`
  border-bottom: 1px solid ${colour('line')};
  &:first-of-type {
    border-top: 1px solid ${colour('line')};
  }
  &[open] > summary svg {
    rotate: 180deg;
  }
  ${mediaQueries.print} {
    &::details-content {
      content-visibility: visible;
    }
  }
`;

const Summary = styled.summary<{ $roomy: boolean }>`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[16]};
  min-height: ${minTargetSize};
  padding-block: ${({ $roomy }) => space[$roomy ? 16 : 12]};
  list-style: none;
  &::-webkit-details-marker {
    display: none;
  }
  svg {
    flex: none;
    color: ${colour('brand')};
    ${mediaQueries.motion} {
      transition: rotate 140ms;
    }
    ${mediaQueries.print} {
      display: none;
    }
  }
`;

const Title = styled.span`
  font-size: ${fontSize[18]};
  font-weight: 600;
`;

const HeadingTitle = styled(Title)`
  line-height: 1.35;
`;

const Body = styled.div<{ $roomy: boolean }>`
  display: grid;
  gap: ${space[12]};
  padding-bottom: ${({ $roomy }) => space[$roomy ? 24 : 16]};
`;

export interface DisclosureProps {
  title: ReactNode;
  /** Only one disclosure with the same name is open at a time. */
  name: string;
  /** Spacious, with a second-level heading as title: for pages that consist of disclosures. */
  heading?: boolean;
  children: ReactNode;
}

/** A title that reveals its content, based on native `<details>`, so that it works without JavaScript. */
export function Disclosure({ title, name, heading = false, children }: DisclosureProps) {
  return (
    <Item name={name}>
      <Summary $roomy={heading}>
        {heading ? <HeadingTitle as="h2">{title}</HeadingTitle> : <Title>{title}</Title>}
        <Icon glyph={ChevronDown} />
      </Summary>
      <Body $roomy={heading}>{children}</Body>
    </Item>
  );
}
