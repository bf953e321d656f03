import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleX from 'lucide-react/icons/circle-x';
import Info from 'lucide-react/icons/info';
import { css, styled } from 'styled-components';
import type { ReactNode } from 'react';
import { Icon, type IconComponent } from '../icon/icon.tsx';
import { colour, fontSize, mediaQueries, space } from '../theme/tokens.ts';

export type StatusTone = 'pass' | 'warn' | 'fail' | 'info' | 'unknown';

/** The icon of each tone; a status is always icon, word and tint together. */
export const statusToneIcons: Record<StatusTone, IconComponent> = {
  pass: CircleCheck,
  warn: CircleAlert,
  fail: CircleX,
  info: Info,
  unknown: CircleDashed,
};

/** Text colour, tint and border of a tone. */
export const statusToneStyle = css<{ $tone: StatusTone }>`
  color: ${({ $tone }) => colour($tone)};
  background: ${({ $tone }) => colour(`${$tone}-tint`)};
  border: 1px ${({ $tone }) => ($tone === 'unknown' ? 'dashed' : 'solid')} currentColor;
`;

const Badge = styled.span<{ $tone: StatusTone; $large: boolean }>`
  ${statusToneStyle}
  display: inline-flex;
  align-items: center;
  gap: 0.4em;
  max-width: 100%;
  padding: ${({ $large }) => ($large ? `${space[8]} ${space[12]}` : `2px ${space[8]}`)};
  border-color: ${({ $tone }) => ($tone === 'unknown' ? 'currentColor' : 'transparent')};
  border-radius: 999px;
  font-size: ${({ $large }) => ($large ? fontSize[18] : fontSize[14])};
  font-weight: 600;
  line-height: 1.4;
  ${mediaQueries.forced} {
    border-color: currentColor;
  }
  ${mediaQueries.print} {
    border-color: currentColor;
    print-color-adjust: exact;
  }
`;

export interface StatusBadgeProps {
  tone: StatusTone;
  large?: boolean;
  /** The word: Valid, Due soon, Expired, Not available. */
  children: ReactNode;
}

/** A status as icon, word and tint. */
export function StatusBadge({ tone, large = false, children }: StatusBadgeProps) {
  return (
    <Badge $tone={tone} $large={large}>
      <Icon glyph={statusToneIcons[tone]} size={large ? 20 : 16} />
      <span>{children}</span>
    </Badge>
  );
}
