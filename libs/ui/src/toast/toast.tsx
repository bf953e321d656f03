import X from 'lucide-react/icons/x';
import { keyframes, styled } from 'styled-components';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { toneGlyph, toneStyle, type Tone } from '../status/status.tsx';
import { colour, media, radius, space, target } from '../theme/tokens.ts';

/** Long enough to read two sentences. */
const shownFor = 8_000;

const arrive = keyframes`
  from { opacity: 0; transform: translateY(8px); }
`;

/**
 * In the corner below, above the toast before it in the page, if there is one; in the same corner where anchors are not
 * known. On a phone at the top and downwards: below are the field, the button and the keyboard.
 */
const Place = styled.div`
  anchor-name: --toast;
  position: fixed;
  right: ${space[16]};
  bottom: ${space[16]};
  bottom: calc(anchor(--toast top, 0px) + ${space[16]});
  left: ${space[16]};
  z-index: 20;
  display: flex;
  justify-content: flex-end;
  pointer-events: none;
  ${media.phone} {
    top: ${space[8]};
    top: calc(anchor(--toast bottom, 0px) + ${space[8]});
    right: ${space[8]};
    bottom: auto;
    left: ${space[8]};
  }
  ${media.print} {
    display: none;
  }
`;

const Box = styled.div<{ $tone: Tone }>`
  ${toneStyle}
  display: grid;
  grid-template-columns: auto 1fr auto;
  align-items: center;
  gap: ${space[12]};
  width: min(26rem, 100%);
  padding: ${space[8]} ${space[8]} ${space[8]} ${space[16]};
  border-radius: ${radius.card};
  box-shadow: 0 12px 32px -12px ${colour('shadow')};
  pointer-events: auto;
  ${media.motion} {
    animation: ${arrive} 160ms ease-out;
  }
`;

const Words = styled.div`
  color: ${colour('text')};
`;

const Title = styled.p<{ $tone: Tone }>`
  color: ${({ $tone }) => colour($tone)};
  font-weight: 700;
`;

const Close = styled.button`
  display: grid;
  place-items: center;
  width: ${target};
  height: ${target};
  border: 0;
  border-radius: ${radius.control};
  background: none;
`;

export interface ToastProps {
  tone: Tone;
  title: ReactNode;
  /** `alert` for a failure, `status` for the rest. */
  role: 'alert' | 'status';
  onClose: () => void;
  children?: ReactNode;
}

/**
 * A transient message in the corner, on a phone at the top, beside those that are there. It stays while hovered or focused;
 * the page shows the same information.
 */
export function Toast({ tone, title, role, onClose, children }: ToastProps) {
  const [held, setHeld] = useState(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => close(), shownFor);
    return () => {
      clearTimeout(timer);
    };
  }, [held]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <Place>
      <Box $tone={tone} role={role} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
        <Icon glyph={toneGlyph[tone]} />
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
