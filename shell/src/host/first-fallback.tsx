import { use } from 'react';
import { PageSkeleton } from './page-skeleton.tsx';

/** What a document shows before its page is rendered, such as the page as it looks while it loads. */
export interface FirstView {
  isReplaced: boolean;
  /** Resolves when it may be replaced by the skeleton of any page. */
  until: Promise<void>;
}

/**
 * The skeleton of a page. While the document shows a first view it suspends, so that React keeps that one until the
 * page is ready.
 */
export function FirstFallback({ view }: { view: FirstView | null }) {
  if (view !== null && !view.isReplaced) use(view.until);
  return <PageSkeleton />;
}
