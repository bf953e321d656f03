import { Link, useLocation } from '@ve/mfe-kit/router';
import { useEffect } from 'react';
import type { AnchorHTMLAttributes } from 'react';

/** The tabs of the report, by their names in the URL. */
export const reportTabs = ['information', 'vdi', 'additional'] as const;

export type ReportTab = (typeof reportTabs)[number];

export const reportTabsId = 'checks';

/** The ids of the elements with the MOT tests and the mileage. */
export const motHistorySectionId = 'mot-history';
export const mileageSectionId = 'mileage';

/** The id of the element with the timeline of the vehicle. */
export const timelineSectionId = 'life';

/** The id of the element with the drawing of the vehicle and what to compare with it. */
export const pictureSectionId = 'picture';

/** The id of the element with the costs and the zones. */
export const costsSectionId = 'costs';

/** The id of the element with the checklist for the viewing. */
export const viewingSectionId = 'viewing';

/** The id of the element with the ways to keep or share the report. */
export const keepOrShareSectionId = 'take-along';

/** The id of the element about the full check, in the VDI tab. */
export const fullCheckSectionId = 'full-check';

/** A part of the report that can be linked to. */
export interface ReportSection {
  id: string;
  /** The tab to open; by default the current one stays. */
  tab?: ReportTab;
}

/** The query string with this tab open; the first tab is the default and is left out. */
export function queryStringWithReportTab(search: string, tab: ReportTab): string {
  const parameters = new URLSearchParams(search);
  if (tab === reportTabs[0]) parameters.delete('tab');
  else parameters.set('tab', tab);
  return `?${parameters.toString()}`;
}

type SectionLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: ReportSection };

/** A link to a part of this report, without a new history entry. */
export function SectionLink({ to, ...rest }: SectionLinkProps) {
  const { pathname, search } = useLocation();
  const query = to.tab === undefined ? search : queryStringWithReportTab(search, to.tab);
  return <Link {...rest} to={{ pathname, search: query, hash: `#${to.id}` }} replace />;
}

/** The element of a part whose name a screen reader announces on focus: the open tab, else the first section. */
const spoken = '[role="tab"][aria-selected="true"], section[aria-labelledby]';

/** Scrolls to the part of the report in the URL's fragment, and focuses the element that names it. */
export function useScrollToSection(): void {
  const location = useLocation();
  useEffect(() => {
    if (location.hash === '') return;
    // A section without content is not rendered: its tab is the target.
    const isInTab = new URLSearchParams(location.search).has('tab');
    const target =
      document.getElementById(location.hash.slice(1)) ?? (isInTab ? document.getElementById(reportTabsId) : null);
    if (target === null) return;
    const named = target.matches(spoken) ? target : (target.querySelector<HTMLElement>(spoken) ?? target);
    // What a link leads to is never left folded.
    for (const fold of document.querySelectorAll('details')) {
      if (fold.contains(target) || target.firstElementChild === fold) fold.open = true;
    }
    if (!named.hasAttribute('tabindex')) named.tabIndex = -1;
    named.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'start' });
  }, [location]);
}
