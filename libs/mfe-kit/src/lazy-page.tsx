import { type ComponentType, lazy } from 'react';

/**
 * A page as a lazy chunk, loaded when its route is first shown:
 * `const FaqPage = lazyPage(async () => (await import('./faq/faq.page.tsx')).FaqPage)`.
 */
export const lazyPage = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

/** A page that uses queries. The library of queries loads with the page, not with the first page of the site. */
export const lazyPageWithQueries = (load: () => Promise<ComponentType>) =>
  lazyPage(async () => {
    const [Page, { withQueries }] = await Promise.all([
      load(),
      import(/* webpackChunkName: 'queries' */ './queries.tsx'),
    ]);
    return withQueries(Page);
  });
