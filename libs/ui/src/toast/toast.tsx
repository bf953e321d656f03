import X from 'lucide-react/icons/x';
import { css, keyframes, styled } from 'styled-components';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { statusToneIcons, statusToneStyle, type StatusTone } from '../status/status.tsx';
import { colour, mediaQueries, radius, space, minTargetSize } from '../theme/tokens.ts';

/** Long enough to read two sentences. */
const displayMs = 8_000;

const arrive = keyframes`
  from { opacity: 0; transform: translateY(8px); }
`;

/** The header is at least 4rem high. */
const belowHeader = '4rem';

/** Below the previous toast at the top, if there is one; in browsers without anchor positioning in the same corner. */
const atTop = (from: string, gap: string) => css`
  top: calc(${from} + ${gap});
  top: calc(anchor(--toast-at-top bottom, ${from}) + ${gap});
  bottom: auto;
`;

/**
 * At the bottom the toasts stack upwards. On a phone they are always at the top, because the field, the button and the
 * keyboard are below.
 */
const Place = styled.div<{ $edge: 'top' | 'bottom' }>`
  anchor-name: ${({ $edge }) => ($edge === 'top' ? '--toast-at-top' : '--toast-at-bottom')};
  position: fixed;
  right: ${space[16]};
  left: ${space[16]};
  ${({ $edge }) =>
    $edge === 'top'
      ? atTop(belowHeader, space[8])
      : css`
          bottom: ${space[16]};
          bottom: calc(anchor(--toast-at-bottom top, 0px) + ${space[16]});
        `}
  z-index: 20;
  display: flex;
  justify-content: flex-end;
  pointer-events: none;
  ${mediaQueries.phone} {
    anchor-name: --toast-at-top;
    right: ${space[8]};
    left: ${space[8]};
    ${atTop('0px', space[8])}
  }
  ${mediaQueries.print} {
    display: none;
  }
`;

const Box = styled.div<{ $tone: StatusTone }>`
  ${statusToneStyle}
  display: grid;
  grid-template-columns: auto 1fr auto;
  align-items: center;
  gap: ${space[12]};
  width: min(26rem, 100%);
  padding: ${space[8]} ${space[8]} ${space[8]} ${space[16]};
  border-radius: ${radius.card};
  box-shadow: 0 12px 32px -12px ${colour('shadow')};
  pointer-events: auto;
  ${mediaQueries.motion} {
    animation: ${arrive} 160ms ease-out;
  }
`;

const Words = styled.div`
  color: ${colour('text')};
`;

const Title = styled.p<{ $tone: StatusTone }>`
  color: ${({ $tone }) => colour($tone)};
  font-weight: 700;
`;

const Close = styled.button`
  display: grid;
  place-items: center;
  width: ${minTargetSize};
  height: ${minTargetSize};
  border: 0;
  border-radius: ${radius.control};
  background: none;
`;

export interface ToastProps {
  tone: StatusTone;
  title: ReactNode;
  /** `alert` for a failure, `status` for any other message. */
  role: 'alert' | 'status';
  onClose: () => void;
  /** The position on a desktop: `top`, below the header, for pages with buttons at the bottom, such as forms. */
  edge?: 'top' | 'bottom';
  children?: ReactNode;
}

/**
 * A transient message in the corner, on a phone at the top, stacked with other toasts. It stays while hovered or
 * focused; the page shows the same information.
 */
export function Toast({ tone, title, role, onClose, edge = 'bottom', children }: ToastProps) {
  const [held, setHeld] = useState(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => close(), displayMs);
    return () => {
      clearTimeout(timer);
    };
  }, [held]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <Place $edge={edge}>
      <Box $tone={tone} role={role} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
        <Icon glyph={statusToneIcons[tone]} />
        <Words>
          <Title $tone={tone}>{title}</Title>
          {children ? <p>{children}</p> : null}
        </Words>
        <Close type="button" aria-label="Close message" onClick={onClose}>
          <Icon glyph={X} />
        </Close>
      </Box>
    </Place>
  );
}
