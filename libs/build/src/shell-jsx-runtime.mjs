/*
 * `react/jsx-dev-runtime` of a remote that is worked on. The package's own one works with a React for development only,
 * and the shell of a site may have one for production.
 */
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

export { Fragment };

export const jsxDEV = (type, props, key, several) => (several ? jsxs : jsx)(type, props, key);
