import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import { css, styled } from 'styled-components';

/** The four looks of section 8's badges, by its words for them. */
const looks = {
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

type Look = keyof typeof looks;

const lookOf: Readonly<Record<string, Look>> = {
  'payment error': 'destructive',
  'payment component error': 'destructive',
  'javascript error': 'secondary',
  'react error': 'default',
  'unhandled promise rejection': 'outline',
};

const Badge = styled.span<{ $look: Look }>`
  display: inline-block;
  padding: 1px ${space[8]};
  border: 1px solid transparent;
  border-radius: 999px;
  font-size: ${fontSize[14]};
  font-weight: 600;
  line-height: 1.4;
  ${({ $look }) => looks[$look]}
  ${media.forced} {
    border-color: currentColor;
  }
`;

/** The type of an error as a badge (specification section 8). */
export function ErrorTypeBadge({ type }: { type: string }) {
  const look = lookOf[type.toLowerCase()] ?? 'secondary';
  return (
    <Badge $look={look} data-look={look}>
      {type}
    </Badge>
  );
}
