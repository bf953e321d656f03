import type { PageReleaseOverride } from '@ve/contracts/override';
import type { RemoteRegistry } from '@ve/contracts/remote-manifest';
import { pathOwnershipOf } from '@ve/domain/releases/routing/place-of';
import { messages } from './messages.en-gb.ts';

/** A part of the page that one release renders. */
export interface PageArea {
  /** For example `This page` or `Slot report.after-checks/v1`. */
  title: string;
  /** The remote, or `shell`. */
  name: string;
  version: string;
  from: PageReleaseOverride['releases'][string]['from'];
  /** The URL of its entry; null while that is unknown. */
  entry: string | null;
  /** The element that it renders into; null without outline. */
  element: Element | null;
}

type Releases = PageReleaseOverride['releases'];

const area = ({
  title,
  name,
  releases,
  entry,
  element,
}: {
  title: string;
  name: string;
  releases: Releases;
  entry: string | null;
  element: Element | null;
}) => {
  const release = releases[name];
  return release === undefined ? [] : [{ title, name, ...release, entry, element }];
};

/** The URL of the shell's script in the document; null when it is not found. */
function shellEntry(page: Document, version: string): string | null {
  const scripts = [...page.querySelectorAll<HTMLScriptElement>(`script[src*="/remotes/shell/${version}/"]`)];
  return scripts.find(({ src }) => !src.includes('/devtools.'))?.src ?? null;
}

/** The areas of the current page with their owners: the frame, the page, and the fillers of its slots. */
export function findPageAreas(page: Document, registry: RemoteRegistry, releases: Releases): PageArea[] {
  const entryOf = (name: string): string | null => {
    const entry = registry.remotes.find((remote) => remote.name === name)?.entry;
    return entry === undefined ? null : new URL(entry, page.location.href).href;
  };
  const place = pathOwnershipOf(registry.remotes, page.location.pathname);
  const owner = place.at === 'page' ? place.owner.name : null;
  const slots = [...page.querySelectorAll('[data-ve-slot]')].flatMap((element) =>
    (element.getAttribute('data-ve-fillers') ?? '').split(' ').flatMap((filler) => {
      const [name = ''] = filler.split('@');
      const title = messages.slot(element.getAttribute('data-ve-slot') ?? '');
      return area({ title, name, releases, entry: entryOf(name), element });
    }),
  );
  return [
    ...area({
      title: messages.frame,
      name: 'shell',
      releases,
      entry: shellEntry(page, releases['shell']?.version ?? ''),
      element: null,
    }),
    ...(owner === null
      ? []
      : area({
          title: messages.page,
          name: owner,
          releases,
          entry: entryOf(owner),
          element: page.querySelector('main'),
        })),
    ...slots,
  ];
}

/** How long the browser took to load a file, in milliseconds; null when it has not requested it. */
export function resourceLoadTime(url: string | null): number | null {
  if (url === null) return null;
  const [first] = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name === url || name.startsWith(`${url}?retry=`));
  return first === undefined ? null : first.duration;
}
