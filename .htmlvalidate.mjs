/**
 * What every document that we send is held to, offline (`e2e/specs/crawl.spec.ts`,
 * `bff/src/releases/web/documents.test.ts`).
 */
export default {
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // HTML takes any case, and Prettier writes ours in lower case.
    'doctype-style': 'off',
    // HTML takes both, and React writes `<meta/>` where we write `<meta>`.
    'void-style': 'off',
    // HTML takes any text without spaces, and React's own ids begin with an underscore.
    'valid-id': ['error', { relaxed: true }],
    // HTML takes any case, and React writes `dateTime` as it is called in code.
    'attr-case': ['error', { style: ['lowercase', 'camelcase'] }],
    // HTML takes both, and React writes `noValidate=""`.
    'attribute-boolean-style': 'off',
  },
};
