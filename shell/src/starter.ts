/*
 * The only script that a deferred prerendered page starts with. Links and forms work without any; the rest is fetched
 * when the page is idle after its largest paint, or sooner, when the visitor does something that needs it. A press on a
 * button in the meantime is repeated when the page is interactive. No imports: they would load before the page's own
 * scripts.
 */

/** The events that show that the visitor uses the page; a screen reader may click without a pointer. */
const useEvents = [
  'click',
  'pointerdown',
  'pointerover',
  'touchstart',
  'keydown',
  'focusin',
  'input',
  'wheel',
  'scroll',
];
/** Those of a press. On a link or a form's button they lead to another document, which scripts would only delay. */
const presses = ['click', 'pointerdown', 'touchstart', 'focusin'];

const tag = document.currentScript;
/** The page's scripts; the entry runs last, the others can be fetched in parallel. */
const scripts = (tag?.dataset['scripts'] ?? '').split(' ').filter((file) => file !== '');
let pressed: HTMLElement | null = null;
let giveUpTimer: ReturnType<typeof setTimeout> | undefined;
let isLoading = false;

const controlAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('a[href], button, [role="button"]') : null;

/** Whether a control works without a script: a link, and a button that submits a form or opens a popover. */
const worksAlone = (control: HTMLElement): boolean =>
  control instanceof HTMLAnchorElement ||
  (control instanceof HTMLButtonElement &&
    ((control.form !== null && control.type !== 'button') ||
      control.hasAttribute('popovertarget') ||
      control.hasAttribute('command')));

/** Back to another page of our own within this document: no script is loaded yet that could show it. */
const address = location.pathname;
const onHistoryStep = (): void => {
  if (location.pathname !== address) location.reload();
};

/** How long a press stays pending, in milliseconds: longer than any page takes that loads at all. */
const busyLimitMs = 15_000;

/**
 * A control is busy from its press until the page handles it, or the next document replaces this one; the theme shows
 * that. A button that is no longer busy is not pressed for its visitor, who has stopped waiting.
 */
const showBusy = (control: HTMLElement): void => {
  clearBusy();
  pressed = control;
  control.setAttribute('aria-busy', 'true');
  giveUpTimer = setTimeout(clearBusy, busyLimitMs);
};

const remember = (event: MouseEvent): void => {
  const control = controlAt(event.target);
  if (control === null) return;
  if (!worksAlone(control) || leavesPage(control, event)) showBusy(control);
};

/** Whether a click on a link replaces this document: not in another tab, and not within the page. */
const leavesPage = (control: HTMLElement, { button, metaKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  control instanceof HTMLAnchorElement &&
  button === 0 &&
  !(metaKey || ctrlKey || shiftKey) &&
  control.target === '' &&
  /^https?:$/.test(control.protocol) &&
  control.href.split('#')[0] !== location.href.split('#')[0];

function clearBusy(): void {
  clearTimeout(giveUpTimer);
  pressed?.removeAttribute('aria-busy');
  pressed = null;
}

/** Trims a search and makes it upper case; prevents an empty one. */
const normalizeSearch = (event: SubmitEvent): void => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.getAttribute('role') !== 'search') return;
  const field = form.querySelector('input');
  if (field === null) return;
  field.value = field.value.trim().toUpperCase();
  if (field.value !== '') {
    const button = form.querySelector<HTMLElement>('button');
    if (button !== null) showBusy(button);
    return;
  }
  event.preventDefault();
  field.focus();
};

const wait = (): void => {
  for (const type of useEvents) document.addEventListener(type, onUse, { passive: true, capture: true });
};

/** Whether an event needs scripts: not a pointer outside interactive elements, nor a press that works without. */
const needsScripts = ({ type, target }: Event): boolean => {
  if (type === 'pointerover') return target instanceof Element && target.closest('a, button, input, summary') !== null;
  const control = presses.includes(type) ? controlAt(target) : null;
  return control === null || !worksAlone(control);
};

const onUse = (event: Event): void => {
  if (needsScripts(event)) load('auto');
};

function load(fetchPriority: 'auto' | 'low'): void {
  if (isLoading) return;
  isLoading = true;
  for (const type of useEvents) document.removeEventListener(type, onUse, { capture: true });
  for (const file of scripts) {
    const script = document.createElement('link');
    script.rel = 'preload';
    script.as = 'script';
    script.href = file;
    script.fetchPriority = fetchPriority;
    document.head.append(script);
  }
  const entry = document.createElement('script');
  entry.src = scripts[0] ?? '';
  // The connection may be back at the next event.
  entry.addEventListener('error', () => {
    entry.remove();
    isLoading = false;
    clearBusy();
    wait();
  });
  document.head.append(entry);
}

/** Whether the visitor saves data, or their connection is so slow that the scripts would delay what they ask for. */
const isDataScarce = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
};

/** A browser without idle callbacks: how long a page with nothing left to load is left alone, in milliseconds. */
const idleAfterMs = 200;

const loadWhenIdle = (): void => {
  const begin = () => load('low');
  if (typeof requestIdleCallback === 'function') requestIdleCallback(begin);
  else setTimeout(begin, idleAfterMs);
};

const afterLoad = (): void => {
  if (document.readyState === 'complete') loadWhenIdle();
  else window.addEventListener('load', loadWhenIdle, { once: true });
};

/** A page that is opened in the background is painted, and then loads its scripts, when it is shown. */
function loadAfterLargestPaint(): void {
  const type = 'largest-contentful-paint';
  const isSupported =
    typeof PerformanceObserver === 'function' && PerformanceObserver.supportedEntryTypes.includes(type);
  if (!isSupported) return afterLoad();
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    afterLoad();
  }).observe({ type, buffered: true });
}

// The browser's message for an empty search is for pages without scripts.
for (const form of document.querySelectorAll<HTMLFormElement>('form[role=search]')) form.noValidate = true;
document.addEventListener('click', remember, { capture: true });
document.addEventListener('submit', normalizeSearch, { capture: true });
window.addEventListener('popstate', onHistoryStep);
// Back to this document as it was left.
window.addEventListener('pageshow', clearBusy);
document.addEventListener(
  've-ready',
  () => {
    document.removeEventListener('click', remember, { capture: true });
    document.removeEventListener('submit', normalizeSearch, { capture: true });
    window.removeEventListener('popstate', onHistoryStep);
    const button = pressed;
    if (button !== null && worksAlone(button)) return;
    clearBusy();
    if (button?.isConnected) button.click();
  },
  { once: true },
);
wait();
if (!isDataScarce()) loadAfterLargestPaint();

export {};
