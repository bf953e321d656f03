import type { PageConfig } from '@ve/contracts/page-config';
import type { Config } from '../config.ts';

/** The only page that may show another company's form. */
const framingRoute = '/contact';

/** What every page is told, and whose frames this one may hold: nobody's where no form is configured. */
export function pageConfigFor(
  { PUBLIC_ORIGIN: origin, CONTACT_FORM_URL: url }: Config,
  route: string | null,
): { config: PageConfig; frames: string | null } {
  if (url === undefined) return { config: { origin, contactForm: null }, frames: null };
  const framed = route === framingRoute;
  return { config: { origin, contactForm: { url, framed } }, frames: framed ? new URL(url).origin : null };
}
