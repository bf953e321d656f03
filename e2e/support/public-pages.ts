import type { APIRequestContext } from '@playwright/test';

/** The pages of the site map. */
export const pagesOfSiteMap = async (request: APIRequestContext): Promise<string[]> =>
  [...(await (await request.get('/sitemap.xml')).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => new URL(address ?? '').pathname,
  );

/** Every page of a remote without parameters. */
export const pagesOfRemotes = async (request: APIRequestContext): Promise<string[]> => {
  const { remotes } = (await (await request.get('/api/remotes')).json()) as { remotes: { routes: string[] }[] };
  return remotes.flatMap(({ routes }) => routes).filter((route) => !route.includes(':'));
};
