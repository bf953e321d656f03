import { type RefObject, useEffect, useState } from 'react';

/** True once `wanted` accepts an intersection; immediately where the browser has no IntersectionObserver. */
function useIntersection(
  element: RefObject<HTMLElement | null>,
  {
    wanted,
    rootMargin,
    isSeen,
  }: { wanted: boolean; rootMargin: string; isSeen: (entry: IntersectionObserverEntry) => boolean },
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
/** Whether the browser keeps the text in view in place when an element above it shrinks. */
const hasScrollAnchoring = (): boolean => CSS.supports('overflow-anchor', 'auto');
const isOutOfView = ({ isIntersecting, boundingClientRect, rootBounds }: IntersectionObserverEntry): boolean =>
  !isIntersecting && (boundingClientRect.top >= (rootBounds?.bottom ?? innerHeight) || hasScrollAnchoring());

/** Whether the visitor has used the Tab key since this was mounted. */
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
 * Whether the element has been within a screen of the viewport. Keyboard focus moves faster than scrolling and would
 * skip links that are not rendered yet, so for keyboard users every element counts as near.
 */
export function useIsNearViewport(element: RefObject<HTMLElement | null>): boolean {
  const goesByKeyboard = useIsKeyboardUser();
  return (
    useIntersection(element, { wanted: !goesByKeyboard, rootMargin: '100% 0px', isSeen: isWithin }) || goesByKeyboard
  );
}

/**
 * Whether the element may shrink without moving the text in view: once it is settled and is below the view, or above it
 * in a browser with scroll anchoring.
 */
export const useCanShrinkSafely = (element: RefObject<HTMLElement | null>, isSettled: boolean): boolean =>
  useIntersection(element, { wanted: isSettled, rootMargin: '0px', isSeen: isOutOfView });
