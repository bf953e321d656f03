import { LegalPage } from '../platform/legal-page.tsx';
import { terms } from './terms.ts';

/** `/terms`: the terms of service. */
export function TermsPage() {
  return <LegalPage legal={terms} />;
}
