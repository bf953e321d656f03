/*
 * Replaces `react/jsx-dev-runtime` in a remote that is worked on. The package's own module needs a development React,
 * and the shell of a site may have a production one.
 */
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

export { Fragment };

export const jsxDEV = (type, props, key, several) => (several ? jsxs : jsx)(type, props, key);
