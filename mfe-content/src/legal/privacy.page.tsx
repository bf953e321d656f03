import { LegalPage } from '../platform/legal-page.tsx';
import { privacy } from './privacy.ts';

/** `/privacy`. */
export function PrivacyPage() {
  return <LegalPage legal={privacy} />;
}
