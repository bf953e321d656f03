import ChevronDown from 'lucide-react/icons/chevron-down';
import { Icon } from '@ve/ui/icon/icon';
import { colour, media, space, target } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Box = styled.details`
  & > summary {
    display: flex;
    align-items: center;
    gap: ${space[8]};
    min-height: ${target};
    color: ${colour('brand')};
    font-weight: 600;
    line-height: 1.35;
  }
  & > summary > svg {
    flex: none;
  }
  &[open] > summary > svg {
    rotate: 180deg;
  }
  ${media.print} {
    & > summary {
      min-height: 0;
      color: inherit;
    }
    & > summary > svg {
      display: none;
    }
    &::details-content {
      display: block;
      content-visibility: visible;
      block-size: auto;
    }
  }
`;

const Inside = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  padding-bottom: ${space[8]};
`;

interface FoldProps {
  /** What it holds, and how much of it. */
  summary: ReactNode;
  /** The id of the summary, for lists that it names. */
  summaryId?: string;
  children: ReactNode;
}

/** Content that opens on demand, based on native `<details>`, so that it works before our script. Print unfolds it. */
export function FoldableDetails({ summary, summaryId, children }: FoldProps) {
  return (
    <Box>
      <summary {...(summaryId === undefined ? {} : { id: summaryId })}>
        <span>{summary}</span>
        <Icon glyph={ChevronDown} size={16} />
      </summary>
      <Inside>{children}</Inside>
    </Box>
  );
}
