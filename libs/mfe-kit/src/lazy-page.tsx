import { type ComponentType, lazy } from 'react';

/**
 * A page in a file of its own, loaded when its route is first shown:
 * `const FaqPage = lazyPage(async () => (await import('./faq/faq.page.tsx')).FaqPage)`.
 */
export const lazyPage = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));
