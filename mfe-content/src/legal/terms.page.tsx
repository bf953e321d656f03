import { LegalPage } from '../platform/legal-page.tsx';
import { terms } from './terms.ts';

/** `/terms`. */
export function TermsPage() {
  return <LegalPage legal={terms} />;
}
