import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';

/** The four variants of badges, by their names in the specification. */
const variants = {
  destructive: css`
    background: ${colour('fail-tint')};
    color: ${colour('fail')};
  `,
  default: css`
    background: ${colour('brand')};
    color: ${colour('on-brand')};
  `,
  secondary: css`
    background: ${colour('sunken')};
    color: ${colour('text')};
  `,
  outline: css`
    border-color: ${colour('line-strong')};
    color: ${colour('text')};
  `,
};

export type BadgeVariant = keyof typeof variants;

const Badge = styled.span<{ $look: BadgeVariant }>`
  display: inline-block;
  padding: 1px ${space[8]};
  border: 1px solid transparent;
  border-radius: 999px;
  font-size: ${fontSize[14]};
  font-weight: 600;
  line-height: 1.4;
  ${({ $look }) => variants[$look]}
  ${media.forced} {
    border-color: currentColor;
  }
`;

interface VariantBadgeProps {
  variant: BadgeVariant;
  children: ReactNode;
}

/** A badge for a kind, not for a state: it has no icon of a status. */
export const VariantBadge = ({ variant, children }: VariantBadgeProps) => (
  <Badge $look={variant} data-look={variant}>
    {children}
  </Badge>
);
