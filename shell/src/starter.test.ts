import { describe, expect, jest, test } from '@jest/globals';
import { fireEvent } from '@testing-library/react';

const page = `
  <main><p>Words</p><a href="/faq">FAQ</a>
    <form role="search"><input aria-label="Registration" required><button>Check</button></form>
    <button type="button" id="menu">Menu</button>
  </main>`;

const element = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
};
const entries = () => [...document.querySelectorAll('head script')].map((script) => script.getAttribute('src'));

/** As in starter.ts: how long a button is busy at most. */
const busyLimitMs = 15_000;

test('the starter loads the page on the visitor’s first input, and repeats the last press afterwards', async () => {
  document.body.innerHTML = page;
  const tag = document.createElement('script');
  tag.dataset['scripts'] = '/main.js /federation.js /remote.js';
  Object.defineProperty(document, 'currentScript', { configurable: true, value: tag });
  await import('./starter.ts');
  jest.useFakeTimers();

  let presses = 0;
  element('#menu').addEventListener('click', () => (presses += 1));
  element('p').dispatchEvent(new Event('pointerover', { bubbles: true }));
  expect(entries()).toEqual([]);

  element('#menu').dispatchEvent(new Event('pointerdown', { bubbles: true }));
  element('#menu').click();
  expect(element('#menu')).toHaveAttribute('aria-busy', 'true');
  const searches: boolean[] = [];
  element('form').addEventListener('submit', (event) => {
    searches.push(event.defaultPrevented);
    event.preventDefault();
  });
  element('form button').click();
  fireEvent.change(element('input'), { target: { value: ' ab12 cde ' } });
  element('form button').click();
  expect(searches).toEqual([true, false]);
  expect(element('input')).toHaveValue('AB12 CDE');
  expect(entries()).toEqual(['/main.js']);
  const preloaded = [...document.querySelectorAll('head link[rel=preload]')].map((link) => link.getAttribute('href'));
  expect(preloaded).toEqual(['/main.js', '/federation.js', '/remote.js']);

  // The connection is lost, and restored.
  element('head script').dispatchEvent(new Event('error'));
  expect(entries()).toEqual([]);
  expect(element('#menu')).not.toHaveAttribute('aria-busy');
  element('#menu').click();
  expect(element('#menu')).toHaveAttribute('aria-busy', 'true');
  expect(entries()).toEqual(['/main.js']);

  // The last press counts: it is busy for its own time.
  jest.advanceTimersByTime(busyLimitMs - 1);
  element('#menu').click();
  jest.advanceTimersByTime(busyLimitMs - 1);
  expect(element('#menu')).toHaveAttribute('aria-busy', 'true');

  expect(presses).toBe(3);
  document.dispatchEvent(new Event('ve-ready'));
  expect(presses).toBe(4);
  expect(element('#menu')).not.toHaveAttribute('aria-busy');
  element('#menu').click();
  document.dispatchEvent(new Event('ve-ready'));
  expect(presses).toBe(5);
  jest.useRealTimers();
});

test('a press that was not handled within that time is not repeated', async () => {
  document.body.innerHTML = page;
  jest.useFakeTimers();
  // A document has one instance; this is another one.
  jest.resetModules();
  await import('./starter.ts');
  let presses = 0;
  element('#menu').addEventListener('click', () => (presses += 1));
  element('#menu').click();
  expect(element('#menu')).toHaveAttribute('aria-busy', 'true');
  jest.advanceTimersByTime(busyLimitMs);
  expect(element('#menu')).not.toHaveAttribute('aria-busy');
  document.dispatchEvent(new Event('ve-ready'));
  expect(presses).toBe(1);
  jest.useRealTimers();
});

describe('without any input', () => {
  /** What the browser does after this: paints, and is idle. */
  async function open(connection: { saveData?: boolean; effectiveType?: string }) {
    document.head.innerHTML = '';
    document.body.innerHTML = page;
    const then = { paint: () => undefined as unknown, idle: () => undefined as unknown };
    class Observer {
      static supportedEntryTypes = ['largest-contentful-paint'];
      constructor(onEntries: (list: null, observer: Observer) => void) {
        then.paint = () => onEntries(null, this);
      }
      observe() {}
      disconnect() {}
    }
    Object.assign(globalThis, {
      PerformanceObserver: Observer,
      requestIdleCallback: (run: () => void) => (then.idle = run),
    });
    Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });
    jest.resetModules();
    await import('./starter.ts');
    return then;
  }

  test('the page loads when it is idle after its largest paint, with low priority', async () => {
    const { paint } = await open({ effectiveType: '4g' });
    const browser = { idle: () => undefined as unknown };
    Object.assign(globalThis, { requestIdleCallback: (run: () => void) => (browser.idle = run) });
    expect(entries()).toEqual([]);
    paint();
    expect(entries()).toEqual([]);
    browser.idle();
    expect(entries()).toEqual(['/main.js']);
    expect(document.querySelector('link[rel=preload]')).toHaveProperty('fetchPriority', 'low');
  });

  test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
    'it does not load with %j',
    async (connection) => {
      const { paint, idle } = await open(connection);
      paint();
      idle();
      expect(entries()).toEqual([]);
      element('#menu').dispatchEvent(new Event('pointerdown', { bubbles: true }));
      expect(entries()).toContain('/main.js');
    },
  );
});

test('links and searches are busy until the next document replaces this one, and load nothing', async () => {
  document.head.innerHTML = '';
  document.body.innerHTML = page;
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
  jest.resetModules();
  await import('./starter.ts');
  const link = element('a');
  link.addEventListener('click', (event) => event.preventDefault());
  link.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  link.click();
  expect(link).toHaveAttribute('aria-busy', 'true');
  fireEvent.change(element('input'), { target: { value: 'ab12cde' } });
  element('form').addEventListener('submit', (event) => event.preventDefault());
  element('form button').click();
  expect(element('form button')).toHaveAttribute('aria-busy', 'true');
  expect(link).not.toHaveAttribute('aria-busy');
  window.dispatchEvent(new Event('pageshow'));
  expect(element('form button')).not.toHaveAttribute('aria-busy');
});
