import './strict-csp.ts';
import { contractVersion, shared } from 'shared-deps';
import { startShellPage } from './host/start.tsx';
import { measureWebVitals } from './host/measure-web-vitals.ts';
import { memoizeUntilRejected } from './host/memoize-until-rejected.ts';

// The federation runtime is not needed to evaluate the rest, so it loads in parallel as a chunk of its own.
const federation = memoizeUntilRejected(async () =>
  (await import(/* webpackChunkName: 'federation' */ './host/federation.ts')).createRemoteModuleLoader(shared),
);
federation().catch(() => undefined);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
void startShellPage(root, { contractVersion, loadModule: async (...wanted) => (await federation())(...wanted) }).then(
  (host) => {
    measureWebVitals(host);
  },
);
