import type { PageErrorCounts } from './page-error-counts.ts';
import { createButton, createElementNode } from './make-element.ts';
import { messages } from './messages.en-gb.ts';
import { resourceLoadTime, type PageArea } from './page-areas.ts';

export interface DevtoolsPanel {
  toggle: () => void;
}

interface PanelParts {
  root: ShadowRoot;
  errors: PageErrorCounts;
  areas: () => PageArea[];
  /** The element that opened the panel: it gets the focus when the panel closes. */
  opener: HTMLElement;
}

const releaseOf = ({ name, version }: PageArea): string => `${name}@${version}`;

function describe(area: PageArea, errors: PageErrorCounts): HTMLElement {
  const ms = resourceLoadTime(area.entry);
  const count = errors.of(area.name === 'shell' ? 'shell' : releaseOf(area));
  return createElementNode(
    'li',
    { class: 'area' },
    createElementNode('h3', {}, area.title),
    createElementNode('div', {}, releaseOf(area)),
    createElementNode(
      'p',
      {},
      [messages.from[area.from], ms === null ? messages.notLoaded : messages.loadedIn(ms), messages.errors(count)].join(
        ' · ',
      ),
    ),
  );
}

/** An outline around the area, at its position in the document. */
function outline(area: PageArea, element: Element): HTMLElement {
  const { top, left, width, height } = element.getBoundingClientRect();
  const box = createElementNode('div', { class: 'box' }, createElementNode('span', {}, releaseOf(area)));
  box.style.top = `${String(top + scrollY)}px`;
  box.style.left = `${String(left + scrollX)}px`;
  box.style.width = `${String(width)}px`;
  box.style.height = `${String(height)}px`;
  return box;
}

/** The panel that shows which release renders which area, with outlines. It updates with the page while it is open. */
export function createDevtoolsPanel({ root, errors, areas, opener }: PanelParts): DevtoolsPanel {
  const list = createElementNode('ul');
  const heading = createElementNode('h2', { id: 'heading', tabindex: '-1' }, messages.panel);
  const boxes = createElementNode('div', { class: 'boxes', 'aria-hidden': 'true' });
  const panel = createElementNode('div', { class: 'panel', id: 'panel', role: 'dialog', 'aria-labelledby': 'heading' });
  let isOpen = false;
  let isScheduled = false;

  const draw = (): void => {
    isScheduled = false;
    if (!isOpen) return;
    const now = areas();
    list.replaceChildren(...now.map((area) => describe(area, errors)));
    if (!now.some(({ title }) => title === messages.page))
      list.append(createElementNode('li', { class: 'area' }, messages.nobody));
    boxes.replaceChildren(...now.flatMap((area) => (area.element?.isConnected ? [outline(area, area.element)] : [])));
  };
  const drawSoon = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(draw);
  };
  const watched = new MutationObserver(drawSoon);
  errors.subscribe(drawSoon);

  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
  };
  const close = (): void => {
    isOpen = false;
    panel.remove();
    boxes.remove();
    watched.disconnect();
    removeEventListener('resize', drawSoon);
    document.removeEventListener('keydown', onKey);
    opener.setAttribute('aria-expanded', 'false');
    opener.focus();
  };
  const open = (): void => {
    isOpen = true;
    root.append(boxes, panel);
    const page = document.getElementById('root');
    if (page) watched.observe(page, { childList: true, subtree: true });
    addEventListener('resize', drawSoon);
    document.addEventListener('keydown', onKey);
    opener.setAttribute('aria-expanded', 'true');
    draw();
    heading.focus();
  };

  panel.append(
    createElementNode('div', { class: 'head' }, heading, createButton(messages.close, 'close', close)),
    list,
  );
  return {
    toggle: () => {
      if (isOpen) close();
      else open();
    },
  };
}
