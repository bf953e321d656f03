import '../strict-csp.ts';
import { startDevtools } from './devtools.ts';

startDevtools(document, () => {
  location.reload();
});
