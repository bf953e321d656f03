import { colour, media, space } from '@ve/ui/theme/theme';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { useIsLiveReport } from '../kind/report-kind.ts';
import { messages } from '../messages.en-gb.ts';
import { FullCheckUnlockButton } from '../unlock/unlock-button.tsx';
import { useFullCheckUnlockState } from '../unlock/unlock-context.ts';

/** The space for a focus ring, in pixels. */
const gapAboveBar = 8;

/**
 * Sticky at the end of the report, so that it covers neither the last lines nor the site's footer. It is hidden while a
 * dialog is open, because it would be seen through the backdrop.
 */
const Bar = styled.div`
  position: sticky;
  bottom: 0;
  z-index: 3;
  display: grid;
  gap: ${space[8]};
  margin-inline: -${space[24]};
  padding: ${space[12]} ${space[24]} max(${space[12]}, env(safe-area-inset-bottom));
  border-top: 1px solid ${colour('line')};
  background: ${colour('surface')};
  box-shadow: 0 -8px 24px -16px ${colour('shadow')};
  ${media.phone} {
    margin-inline: -${space[16]};
    padding-inline: ${space[16]};
  }
  ${media.wide} {
    display: none;
  }
  body:has(dialog[open]) & {
    visibility: hidden;
  }
  /* A page enlarged to 200 % has no room to give away. */
  @media (max-height: 499.98px) {
    position: static;
  }
  ${media.print} {
    display: none;
  }
`;

/** Scrolls targets of links and of the focus to above the bar, while it is shown. */
function useSpaceBelow(bar: RefObject<HTMLDivElement | null>, isShown: boolean): void {
  useEffect(() => {
    const element = bar.current;
    if (!isShown || element === null) return;
    const { style } = document.documentElement;
    const measure = () => {
      const covers = getComputedStyle(element).position === 'sticky';
      style.scrollPaddingBottom = covers ? `${element.offsetHeight + gapAboveBar}px` : '';
    };
    measure();
    const growth = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
    growth?.observe(element);
    window.addEventListener('resize', measure);
    return () => {
      growth?.disconnect();
      window.removeEventListener('resize', measure);
      style.scrollPaddingBottom = '';
    };
  }, [bar, isShown]);
}

interface ActionBarProps {
  registration: string;
  /** Uses the quiet variant, for a vehicle that should not be bought. */
  quiet: boolean;
  children: ReactNode;
}

/** The next step with its price, at the bottom of a phone's screen; removed when the full check is done. */
export function PhoneReportActionBar({ registration, quiet, children }: ActionBarProps) {
  const isLive = useIsLiveReport();
  const unlock = useFullCheckUnlockState();
  const isDone = unlock === null || (unlock.phase === 'done' && unlock.isOfThisPeriod);
  const isShown = isLive && (!isDone || children !== null);
  const bar = useRef<HTMLDivElement>(null);
  useSpaceBelow(bar, isShown);
  if (!isShown) return null;
  return (
    <Bar ref={bar} role="group" aria-label={messages.actions.bar} data-bottom-bar="">
      {children}
      {isDone ? null : <FullCheckUnlockButton registration={registration} place="bar" quiet={quiet} />}
    </Bar>
  );
}
