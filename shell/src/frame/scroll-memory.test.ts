import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createScrollMemory, type ScrollMemory } from './scroll-memory.ts';

/* jsdom has no layout: the test sets the height of the page. */
let longest = 0;
let top = 0;
let grow: () => void = () => undefined;
let memory: ScrollMemory;
const before = globalThis.ResizeObserver;

const scroll = (to: number) => {
  document.documentElement.scrollTop = to;
  window.dispatchEvent(new Event('scroll'));
};

beforeEach(() => {
  sessionStorage.clear();
  longest = 10_000;
  top = 0;
  Object.defineProperty(document.documentElement, 'scrollTop', {
    configurable: true,
    get: () => top,
    set: (to: number) => (top = Math.min(to, longest)),
  });
  globalThis.ResizeObserver = class implements ResizeObserver {
    constructor(callback: ResizeObserverCallback) {
      grow = () => callback([], this);
    }
    observe() {}
    unobserve() {}
    disconnect() {
      grow = () => undefined;
    }
  };
  memory = createScrollMemory();
});
afterEach(() => {
  memory.close();
  globalThis.ResizeObserver = before;
  Reflect.deleteProperty(document.documentElement, 'scrollTop');
});

describe('the scroll memory', () => {
  test('records the last position of the current entry', () => {
    memory.show('landing');
    scroll(300);
    scroll(640);
    memory.show('faq');
    memory.goTo(0);
    scroll(20);
    expect([memory.placeOf('landing'), memory.placeOf('faq'), memory.placeOf('other')]).toEqual([640, 20, null]);
  });

  test('does not record for an entry whose page has not rendered yet', () => {
    memory.show('landing');
    scroll(640);
    history.pushState(null, '', '#what');
    scroll(900);
    expect(memory.placeOf('landing')).toBe(640);
    memory.show('landing, at what');
    expect(memory.placeOf('landing, at what')).toBe(900);
  });

  test('restores the position on Back from an entry that was left before it was rendered', () => {
    memory.show('landing');
    scroll(640);
    const address = location.href;
    history.pushState(null, '', '#further-down');
    scroll(900);
    window.dispatchEvent(new Event('popstate'));
    expect(top).toBe(900);
    history.replaceState(null, '', address);
    window.dispatchEvent(new Event('popstate'));
    expect(top).toBe(640);
    expect(memory.placeOf('landing')).toBe(640);
  });

  test('survives the document, and turns the browser’s own restoration on while there is no document', () => {
    expect(history.scrollRestoration).toBe('manual');
    memory.show('landing');
    scroll(640);
    window.dispatchEvent(new Event('pagehide'));
    expect(history.scrollRestoration).toBe('auto');
    memory.close();
    memory = createScrollMemory();
    expect(memory.placeOf('landing')).toBe(640);
    window.dispatchEvent(new Event('pageshow'));
    expect(history.scrollRestoration).toBe('manual');
  });

  test('keeps the newest fifty entries', () => {
    for (let entry = 0; entry < 60; entry += 1) {
      memory.show(`entry ${entry}`);
      scroll(entry);
    }
    memory.close();
    memory = createScrollMemory();
    expect([memory.placeOf('entry 9'), memory.placeOf('entry 10')]).toEqual([null, 10]);
  });

  test.each(['{', '"text"', '[[1,2],["entry","far"],null]'])('ignores storage that holds %s', (text) => {
    memory.close();
    sessionStorage.setItem('scroll-positions', text);
    memory = createScrollMemory();
    expect(memory.placeOf('entry')).toBeNull();
  });
});

describe('going back to a page that is still loading', () => {
  beforeEach(() => {
    memory.show('landing');
    scroll(2_000);
    memory.show('faq');
    memory.goTo(0);
    longest = 150;
    memory.show('landing');
    memory.goTo(2_000);
  });

  test('scrolls when the page is long enough, and keeps the position while content loads above it', () => {
    window.dispatchEvent(new Event('scroll'));
    expect(top).toBe(150);
    longest = 900;
    grow();
    expect(top).toBe(900);
    longest = 5_000;
    grow();
    expect(top).toBe(2_000);
    longest = 6_000;
    scroll(2_058);
    grow();
    expect([top, memory.placeOf('landing')]).toEqual([2_000, 2_000]);
    window.dispatchEvent(new Event('wheel'));
    scroll(2_500);
    grow();
    expect([top, memory.placeOf('landing')]).toEqual([2_500, 2_500]);
  });

  test.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('stops when the reader scrolls (%s)', (move) => {
    window.dispatchEvent(new Event(move));
    longest = 5_000;
    scroll(400);
    grow();
    expect([top, memory.placeOf('landing')]).toEqual([400, 400]);
  });

  test('keeps the position of a page that was left before it was loaded', () => {
    window.dispatchEvent(new Event('scroll'));
    memory.show('blog');
    expect(memory.placeOf('landing')).toBe(2_000);
  });
});
