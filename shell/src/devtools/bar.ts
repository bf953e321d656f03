import type { PageReleaseOverride } from '@ve/contracts/override';
import { createButton, createElementNode } from './make-element.ts';
import { messages } from './messages.en-gb.ts';

interface BarParts {
  override: PageReleaseOverride;
  opener: HTMLElement;
  /** Ends the override; rejects when that fails. */
  end: () => Promise<void>;
  reload: () => void;
}

function headline({ by, remotes }: PageReleaseOverride): string {
  if (by === 'work-on') return messages.workOn;
  if (by === 'preview') return messages.preview;
  return remotes.length === 0 ? messages.nothing : messages.staff;
}

/**
 * The button that ends the override, then reloads the page. None for an override that the service is configured with,
 * and on the host of a preview.
 */
function endButton({ override, end, reload }: BarParts, status: HTMLElement): HTMLElement[] {
  if (override.by !== 'staff') return [];
  const label = override.remotes.length === 0 ? messages.endBar : messages.end;
  const made = createButton(label, 'end', () => {
    made.disabled = true;
    made.textContent = messages.ending;
    status.textContent = '';
    end().then(reload, () => {
      made.disabled = false;
      made.textContent = label;
      status.textContent = messages.notEnded;
    });
  });
  return [made];
}

/** The bar that shows which remotes are overridden and with which version. */
export function createDevtoolsBar(parts: BarParts): HTMLElement {
  const { override, opener } = parts;
  const fine = override.remotes.filter(({ problem }) => problem === null);
  const status = createElementNode('p', { class: 'warn', role: 'status', hidden: '' });
  new MutationObserver(() => {
    status.hidden = status.textContent === '';
  }).observe(status, { childList: true });
  const summary = createElementNode('div', { class: 'said' }, createElementNode('strong', {}, headline(override)));
  if (fine.length > 0) summary.append(' ', fine.map(messages.shown).join(', '));
  for (const remote of override.remotes) {
    if (remote.problem === null) continue;
    summary.append(createElementNode('p', { class: 'warn' }, messages.instead(remote)));
    for (const reason of remote.why) summary.append(createElementNode('p', { class: 'why' }, reason));
  }
  summary.append(status);
  return createElementNode(
    'section',
    { class: 'bar', 'aria-label': messages.bar },
    summary,
    createElementNode('div', { class: 'actions' }, opener, ...endButton(parts, status)),
  );
}
