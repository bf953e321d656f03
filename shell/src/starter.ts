/*
 * The only script that a deferred prerendered page starts with. Links and forms work without any; the rest is fetched
 * when the visitor first does something that may need it. A press on a button in the meantime is repeated when the page
 * is interactive. No imports: they would load before the page's own scripts.
 */

/** The events that show that the visitor uses the page; a screen reader may click without a pointer. */
const signs = ['click', 'pointerdown', 'pointerover', 'touchstart', 'keydown', 'focusin', 'input', 'wheel', 'scroll'];

const tag = document.currentScript;
/** The page's scripts; the entry runs last, the others can be fetched in parallel. */
const scripts = (tag?.dataset['scripts'] ?? '').split(' ').filter((file) => file !== '');
let pressed: HTMLElement | null = null;
let giveUpTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * The button that a press is on, if it does nothing without a script: it neither submits a form nor opens a popover.
 */
const idleButton = (target: EventTarget | null): HTMLElement | null => {
  const control = target instanceof Element ? target.closest<HTMLElement>('button, [role="button"]') : null;
  if (control instanceof HTMLButtonElement) {
    if (control.form !== null && control.type !== 'button') return null;
    if (control.hasAttribute('popovertarget') || control.hasAttribute('command')) return null;
  }
  return control;
};

/** Back to another page of our own within this document: no script is loaded yet that could show it. */
const address = location.pathname;
const onStep = (): void => {
  if (location.pathname !== address) location.reload();
};

/** How long a press stays pending, in milliseconds: longer than any page takes that loads at all. */
const busyLimitMs = 15_000;

/**
 * A button is busy from its press until the page handles it; the theme shows that. A button that is no longer busy is
 * not pressed for its visitor, who has stopped waiting.
 */
const remember = (event: Event): void => {
  const button = idleButton(event.target);
  if (button === null) return;
  rest();
  pressed = button;
  button.setAttribute('aria-busy', 'true');
  giveUpTimer = setTimeout(rest, busyLimitMs);
};

function rest(): void {
  clearTimeout(giveUpTimer);
  pressed?.removeAttribute('aria-busy');
  pressed = null;
}

/** Trims a search and makes it upper case; prevents an empty one. */
const normalizeSearch = (event: Event): void => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.getAttribute('role') !== 'search') return;
  const field = form.querySelector('input');
  if (field === null) return;
  field.value = field.value.trim().toUpperCase();
  if (field.value !== '') return;
  event.preventDefault();
  field.focus();
};

const wait = (): void => {
  for (const sign of signs) document.addEventListener(sign, begin, { passive: true, capture: true });
};

/** A pointer over an interactive element counts as use of the page, elsewhere it does not. */
const matters = ({ type, target }: Event): boolean =>
  type !== 'pointerover' || (target instanceof Element && target.closest('a, button, input, summary') !== null);

function begin(event: Event): void {
  if (!matters(event)) return;
  for (const sign of signs) document.removeEventListener(sign, begin, { capture: true });
  for (const file of scripts) {
    const script = document.createElement('link');
    script.rel = 'preload';
    script.as = 'script';
    script.href = file;
    document.head.append(script);
  }
  const entry = document.createElement('script');
  entry.src = scripts[0] ?? '';
  // The connection may be back at the next event.
  entry.addEventListener('error', () => {
    entry.remove();
    rest();
    wait();
  });
  document.head.append(entry);
}

// The browser's message for an empty search is for pages without scripts.
for (const form of document.querySelectorAll<HTMLFormElement>('form[role=search]')) form.noValidate = true;
document.addEventListener('click', remember, { capture: true });
document.addEventListener('submit', normalizeSearch, { capture: true });
window.addEventListener('popstate', onStep);
document.addEventListener(
  've-ready',
  () => {
    document.removeEventListener('click', remember, { capture: true });
    document.removeEventListener('submit', normalizeSearch, { capture: true });
    window.removeEventListener('popstate', onStep);
    const button = pressed;
    rest();
    if (button?.isConnected) button.click();
  },
  { once: true },
);
wait();

export {};
