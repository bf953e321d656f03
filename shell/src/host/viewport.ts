import { type RefObject, useEffect, useState } from 'react';

/** Calls back while `wanted`, until it answers true; at once where the browser cannot tell what is in view. */
function useIntersection(
  element: RefObject<HTMLElement | null>,
  wanted: boolean,
  rootMargin: string,
  isSeen: (entry: IntersectionObserverEntry) => boolean,
): boolean {
  const [seen, setSeen] = useState(!('IntersectionObserver' in globalThis));
  useEffect(() => {
    if (!wanted || seen || element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(isSeen)) setSeen(true);
      },
      { rootMargin },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [element, wanted, seen, rootMargin, isSeen]);
  return wanted && seen;
}

const isWithin = ({ isIntersecting }: IntersectionObserverEntry): boolean => isIntersecting;
/** Whether the browser keeps what is read where it is as something above becomes smaller. */
const hasScrollAnchoring = (): boolean => CSS.supports('overflow-anchor', 'auto');
const isOutOfView = ({ isIntersecting, boundingClientRect, rootBounds }: IntersectionObserverEntry): boolean =>
  !isIntersecting && (boundingClientRect.top >= (rootBounds?.bottom ?? innerHeight) || hasScrollAnchoring());

/** Whether somebody has gone on by keyboard since this was there. */
function useIsKeyboardUser(): boolean {
  const [goes, setGoes] = useState(false);
  useEffect(() => {
    const notice = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') setGoes(true);
    };
    addEventListener('keydown', notice);
    return () => {
      removeEventListener('keydown', notice);
    };
  }, []);
  return goes;
}

/**
 * Whether the element has been within a screen of what is seen. Focus goes from link to link faster than it scrolls, and
 * would pass by what is not there yet: for the keyboard, everything is near.
 */
export function useIsNearViewport(element: RefObject<HTMLElement | null>): boolean {
  const goesByKeyboard = useIsKeyboardUser();
  return useIntersection(element, !goesByKeyboard, '100% 0px', isWithin) || goesByKeyboard;
}

/**
 * Whether the element may become smaller without moving what is read: once it is settled, when it is below the view, or
 * above it in a browser that makes up for that.
 */
export const useMayShrink = (element: RefObject<HTMLElement | null>, isSettled: boolean): boolean =>
  useIntersection(element, isSettled, '0px', isOutOfView);
