import { styled } from 'styled-components';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { statusToneIcons, statusToneStyle, type StatusTone } from '../status/status.tsx';
import { colour, mediaQueries, radius, space } from '../theme/tokens.ts';

const Box = styled.div<{ $tone: StatusTone }>`
  ${statusToneStyle}
  display: grid;
  grid-template-columns: auto 1fr;
  gap: ${space[4]} ${space[12]};
  padding: ${space[16]};
  border-radius: ${radius.control};
  border-left-width: 4px;
  & > svg {
    margin-top: 2px;
  }
  ${mediaQueries.print} {
    print-color-adjust: exact;
  }
`;

const Words = styled.div`
  min-width: 0;
  max-width: 68ch;
  color: ${colour('text')};
`;

const Title = styled.p<{ $tone: StatusTone }>`
  color: ${({ $tone }) => colour($tone)};
  font-weight: 700;
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  margin-top: ${space[12]};
`;

export interface BannerProps {
  tone: StatusTone;
  title?: ReactNode;
  /** `alert` interrupts, for a new failure; `status` is polite. Omit it for a banner that is present on load. */
  role?: 'alert' | 'status';
  actions?: ReactNode;
  children?: ReactNode;
}

/** A message of the width of its column: what happened and what to do. */
export function Banner({ tone, title, role, actions, children }: BannerProps) {
  return (
    <Box $tone={tone} {...(role ? { role } : {})}>
      <Icon glyph={statusToneIcons[tone]} />
      <Words>
        {title ? <Title $tone={tone}>{title}</Title> : null}
        {children ? <div>{children}</div> : null}
        {actions ? <Actions>{actions}</Actions> : null}
      </Words>
    </Box>
  );
}
