import { pageReleaseOverrideSchema, type PageReleaseOverride } from '@ve/contracts/override';
import { remoteRegistrySchema, type RemoteRegistry } from '@ve/contracts/remote-manifest';
import { clearReleaseOverrideEndpoint } from '@ve/contracts/http/operations/admin-override';
import { ApiError, callApi } from '@ve/mfe-kit/api';
import { createDevtoolsBar } from './bar.ts';
import { countPageErrors } from './page-error-counts.ts';
import { createButton, createElementNode } from './make-element.ts';
import { messages } from './messages.en-gb.ts';
import { findPageAreas } from './page-areas.ts';
import { createDevtoolsPanel } from './devtools-panel.ts';
import { devtoolsStyles } from './devtools-styles.ts';

interface Schema<T> {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false };
}

/** The data that the service wrote into this document; null if it is missing or invalid. */
function read<T>(page: Document, id: string, schema: Schema<T>): T | null {
  try {
    const parsed = schema.safeParse(JSON.parse(page.getElementById(id)?.textContent ?? ''));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Ends the override. A user who was signed out in the meantime has no override either, so 401 and 403 are no errors.
 */
async function end(): Promise<void> {
  try {
    await callApi(clearReleaseOverrideEndpoint);
  } catch (error) {
    if (!(error instanceof ApiError) || ![401, 403].includes(error.status)) throw error;
  }
}

const noRegistry: RemoteRegistry = { contract: '', remotes: [] };

/**
 * Shows the bar and the panel of a page under an override. They are in a shadow root before the page: they work when
 * the shell or its theme fails, and the page's styles do not apply to them. Does nothing on a page without override.
 */
export function startDevtools(page: Document, reload: () => void): void {
  const override: PageReleaseOverride | null = read(page, 've-override', pageReleaseOverrideSchema);
  if (override === null) return;
  const errors = countPageErrors(window);
  const host = createElementNode('div', { id: 've-devtools' });
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(devtoolsStyles);
  root.adoptedStyleSheets = [sheet];
  const opener = createButton(messages.open, 'open', () => {
    panel.toggle();
  });
  opener.setAttribute('aria-expanded', 'false');
  const panel = createDevtoolsPanel({
    root,
    errors,
    opener,
    areas: () => findPageAreas(page, read(page, 've-registry', remoteRegistrySchema) ?? noRegistry, override.releases),
  });
  root.append(createDevtoolsBar({ override, opener, end, reload }));
  page.body.prepend(host);
}
