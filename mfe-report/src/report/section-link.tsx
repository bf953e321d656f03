import { Link, useLocation } from '@ve/mfe-kit/router';
import { useEffect } from 'react';
import type { AnchorHTMLAttributes } from 'react';

/** The tabs of the report, by their name in the URL. */
export const reportTabs = ['information', 'vdi', 'additional'] as const;

export type ReportTab = (typeof reportTabs)[number];

/** The id of the element that holds the tabs. */
export const tabsId = 'checks';

/** The ids of the elements that hold the MOT tests and the mileage. */
export const motHistoryId = 'mot-history';
export const mileageId = 'mileage';

/** The id of the element that holds the line of the vehicle's life. */
export const lifeId = 'life';

/** The id of the element with the drawing of the vehicle and what to compare with it. */
export const pictureId = 'picture';

/** The id of the element with what the vehicle costs and where it may drive. */
export const costsId = 'costs';

/** The id of the element with what to look at and to ask at the viewing. */
export const viewingId = 'viewing';

/** The id of the element with the ways to take the report along. */
export const keepOrShareId = 'take-along';

/** The id of the element that tells of the full check, in the VDI tab. */
export const fullCheckId = 'full-check';

/** A part of the report that something can lead to. */
export interface ReportSection {
  /** The id of its element. */
  id: string;
  /** The tab that has to be open; by default the present one stays. */
  tab?: ReportTab;
}

/** The query string with this tab open; the first one is the default and is not written. */
export function withTab(search: string, tab: ReportTab): string {
  const parameters = new URLSearchParams(search);
  if (tab === reportTabs[0]) parameters.delete('tab');
  else parameters.set('tab', tab);
  return `?${parameters.toString()}`;
}

type SectionLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: ReportSection };

/** A link to a part of this report, without a new history entry. */
export function SectionLink({ to, ...rest }: SectionLinkProps) {
  const { pathname, search } = useLocation();
  const query = to.tab === undefined ? search : withTab(search, to.tab);
  return <Link {...rest} to={{ pathname, search: query, hash: `#${to.id}` }} replace />;
}

/** What in a part has a name that a screen reader says on focus: of the tabs the open one, else the first section. */
const spoken = '[role="tab"][aria-selected="true"], section[aria-labelledby]';

/** Brings the part of the report that the URL's fragment names into view and focuses what names it. */
export function useScrollToSection(): void {
  const location = useLocation();
  useEffect(() => {
    if (location.hash === '') return;
    // A section that there is nothing to say in is not there: its tab is.
    const isInTab = new URLSearchParams(location.search).has('tab');
    const target =
      document.getElementById(location.hash.slice(1)) ?? (isInTab ? document.getElementById(tabsId) : null);
    if (target === null) return;
    const named = target.matches(spoken) ? target : (target.querySelector<HTMLElement>(spoken) ?? target);
    if (!named.hasAttribute('tabindex')) named.tabIndex = -1;
    named.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'start' });
  }, [location]);
}
