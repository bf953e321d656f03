/*
 * The only script that a prerendered page which can wait starts with. Links and forms work without any; the rest is
 * fetched when the visitor first does something that may need it, and a press on a button in the meantime is repeated
 * when there is somebody to hear it. No imports: what it needs would come before the page's own.
 */

/** What tells that the visitor turns to the page; a screen reader may press without a pointer. */
const signs = ['click', 'pointerdown', 'pointerover', 'touchstart', 'keydown', 'focusin', 'input', 'wheel', 'scroll'];

const tag = document.currentScript;
/** The entry, which runs last, after those that can be fetched beside it. */
const scripts = (tag?.dataset['scripts'] ?? '').split(' ').filter((file) => file !== '');
let pressed: HTMLElement | null = null;
let giveUpTimer: ReturnType<typeof setTimeout> | undefined;

/** A button that does nothing by itself: neither does it send a form, nor open a popover. */
const idleButton = (target: EventTarget | null): HTMLElement | null => {
  const control = target instanceof Element ? target.closest<HTMLElement>('button, [role="button"]') : null;
  if (control instanceof HTMLButtonElement) {
    if (control.form !== null && control.type !== 'button') return null;
    if (control.hasAttribute('popovertarget') || control.hasAttribute('command')) return null;
  }
  return control;
};

/** Back to another page of ours, in this document: nobody is there yet to show it. */
const address = location.pathname;
const onStep = (): void => {
  if (location.pathname !== address) location.reload();
};

/** Longer than a page takes that comes at all, in milliseconds. */
const reportDelayMs = 15_000;

/**
 * A button is busy from its press until somebody answers; the theme shows that. One that is busy no more is not pressed
 * for its visitor, who has given it up.
 */
const remember = (event: Event): void => {
  const button = idleButton(event.target);
  if (button === null) return;
  rest();
  pressed = button;
  button.setAttribute('aria-busy', 'true');
  giveUpTimer = setTimeout(rest, reportDelayMs);
};

function rest(): void {
  clearTimeout(giveUpTimer);
  pressed?.removeAttribute('aria-busy');
  pressed = null;
}

/** A search is sent trimmed and in upper case; one for nothing does nothing. */
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

/** A pointer that crosses the page says nothing, one over something that can be used does. */
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
  // The connection may be back at the next sign.
  entry.addEventListener('error', () => {
    entry.remove();
    rest();
    wait();
  });
  document.head.append(entry);
}

// The browser's words for a search for nothing are for where no script runs.
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
