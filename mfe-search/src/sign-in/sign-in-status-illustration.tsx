import { Icon, type IconComponent } from '@ve/ui/icon/icon';
import { colour } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';

type MarkTone = 'pass' | 'warn' | 'fail' | 'info';

const Disc = styled.span<{ $tone: MarkTone }>`
  display: inline-grid;
  place-items: center;
  width: 4rem;
  height: 4rem;
  border-radius: 50%;
  background: ${({ $tone }) => colour(`${$tone}-tint`)};
  color: ${({ $tone }) => colour($tone)};
`;

/** The illustration of a status, above a page of one sentence. */
export function SignInStatusIllustration({ glyph, tone }: { glyph: IconComponent; tone: MarkTone }) {
  return (
    <Disc $tone={tone}>
      <Icon glyph={glyph} size={28} />
    </Disc>
  );
}
