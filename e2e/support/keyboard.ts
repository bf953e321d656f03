import type { Page } from '@playwright/test';

/** A stop of the Tab key. */
export interface TabStop {
  /** Its role and accessible name: `button Share this report`. */
  name: string;
  /** What a keyboard user would miss there. */
  problems: string[];
}

/**
 * Presses Tab from the current focus until it leaves the document or returns to the first stop.
 *
 * @throws Error when it does not within `maxPresses` presses
 */
export async function tabThroughPage(page: Page, maxPresses = 250): Promise<TabStop[]> {
  const stops: TabStop[] = [];
  await page.evaluate(() => Reflect.deleteProperty(window, 'tabbed'));
  for (let press = 0; press < maxPresses; press += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(moveOn);
    if (name === 'end') return stops;
    if (name !== 'same') stops.push({ name, problems: await page.evaluate(problemsHere) });
  }
  throw new Error(
    `The focus is still in the page after ${maxPresses} presses: ${stops.map(({ name }) => name).join(', ')}`,
  );
}

/** State of the page between two presses. */
interface Tabbed {
  stops: WeakSet<Element>;
  here: HTMLElement;
  before: HTMLElement | null;
}

/**
 * Runs in the browser. Returns the name of the focused element; `same` for another part of a date field, `end` for no
 * element or one that was focused before.
 */
async function moveOn(): Promise<string> {
  // What the focus caused, such as scrolling, is visible with the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const page = window as unknown as { tabbed?: Tabbed };
  const { tabbed } = page;
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return 'end';
  if (element === tabbed?.here) return 'same';
  const stops = tabbed?.stops ?? new WeakSet();
  if (stops.has(element)) return 'end';
  stops.add(element);
  page.tabbed = { stops, here: element, before: tabbed?.here ?? null };
  const label = (element as HTMLInputElement).labels?.[0]?.innerText;
  const name = element.getAttribute('aria-label') ?? label ?? element.innerText;
  return `${element.getAttribute('role') ?? element.localName} ${name.replace(/\s+/g, ' ').trim().slice(0, 60)}`;
}

/** Runs in the browser. Returns what a keyboard user would miss at the element that `moveOn` reached. */
function problemsHere(): string[] {
  const { here: element, before } = (window as unknown as { tabbed: Tabbed }).tabbed;
  const problems: string[] = [];
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) problems.push('is not visible');
  if (element.closest('[aria-hidden="true"], [inert]') !== null) problems.push('is hidden from a screen reader');
  if (document.querySelector('dialog[open]')?.contains(element) === false) problems.push('is behind the dialog');
  // A field may leave its focus ring to the frame around it.
  const shows = [element, element.parentElement, element.parentElement?.parentElement].some((each) => {
    if (!each) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
  if (!shows) problems.push('shows no focus');
  if (before !== null && (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) === 0)
    problems.push('comes before where the focus was');

  // Stricter than WCAG 2.4.11: half of the element's visible part is not covered.
  const points = [...element.getClientRects()].flatMap(({ left, top, width, height }) =>
    [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height] as const)),
  );
  const isShown = ([x, y]: readonly [number, number]): boolean => {
    const hit = document.elementFromPoint(x, y);
    return (
      hit !== null && (hit.contains(element) || element.contains(hit) || hit.closest('label')?.control === element)
    );
  };
  // An element that ignores the pointer may still be in front.
  const { pointerEvents } = element.style;
  element.style.pointerEvents = 'auto';
  const shown = points.filter(isShown).length / Math.max(1, points.length);
  element.style.pointerEvents = pointerEvents;
  // In a text area, the browser scrolls the caret into view.
  const isPart = element.localName === 'textarea' || element.getBoundingClientRect().height > window.innerHeight / 2;
  if (shown < (isPart ? 0.1 : 0.5)) problems.push(`is covered or out of view (${shown.toFixed(1)} shown)`);
  return problems;
}
