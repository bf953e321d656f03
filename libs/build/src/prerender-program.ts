import { createRequire } from 'node:module';
import { nodeSharedModulesKey } from './preset-names.ts';
import type { RenderedPage, PrerenderTask } from './prerender.ts';

/* Renders the pages of one task, which its parent sends, and sends them back. */

interface ShellBuild {
  shared: Record<string, { lib: () => object } | { get: () => Promise<() => object> }>;
  renderPage: (entry: PrerenderTask['entry'], module: unknown, path: string) => Promise<{ html: string; head: string }>;
  /** Renders a page of the remote as it looks while it loads. Earlier shells have neither of these two. */
  renderLoadingPage?: ShellBuild['renderPage'];
  /** Renders the skeletons of pages that are not known at release. */
  renderLoadingFrames?: () => Promise<RenderedPage[]>;
}

const require = createRequire(import.meta.url);

async function renderPages(task: PrerenderTask): Promise<RenderedPage[]> {
  const shell = require(task.shell) as ShellBuild;
  // As in the browser, the shell provides the shared packages.
  const shared: Record<string, object> = {};
  for (const [name, library] of Object.entries(shell.shared)) {
    shared[name] = 'lib' in library ? library.lib() : (await library.get())();
  }
  Object.assign(globalThis, { [Symbol.for(nodeSharedModulesKey)]: shared });
  const remote: unknown = task.remote === null ? null : require(task.remote);
  const pages: RenderedPage[] = [];
  for (const route of task.routes) pages.push({ route, ...(await shell.renderPage(task.entry, remote, route)) });
  if (shell.renderLoadingPage !== undefined) {
    for (const { route, path } of task.loading) {
      pages.push({ route, isLoading: true, ...(await shell.renderLoadingPage(task.entry, remote, path)) });
    }
  }
  return task.remote === null ? [...pages, ...((await shell.renderLoadingFrames?.()) ?? [])] : pages;
}

process.once('message', (task) => {
  void renderPages(task as PrerenderTask).then((pages) => process.send?.(pages));
});
