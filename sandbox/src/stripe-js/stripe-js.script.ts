import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';

/** When run from sources, the browser modules are TypeScript too, and their types are stripped. */
const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** The JavaScript of a browser module. */
export async function readStripeJsBrowserModule(name: string): Promise<string> {
  const code = await readFile(new URL(`./browser/${name}.${ending}`, import.meta.url), 'utf8');
  return ending === 'ts' ? stripTypeScriptTypes(code) : code;
}

/** The modules of the page's script, each after those that it imports. */
const parts = [
  'integration-error',
  'frame-link',
  'payment-element',
  'elements-group',
  'authentication-dialog',
  'intents',
  'stripe',
];

const withoutImports = (code: string): string =>
  code
    .replace(/^import\b[^;]*;/gm, '')
    .replace(/^export\s+(?=class|const|function|async)/gm, '')
    .replace(/^export\s*\{\s*\};/gm, '')
    .replace(/^\/\/# sourceMappingURL=.*$/gm, '');

/**
 * The script that a page loads instead of js.stripe.com: one classic script that sets `window.Stripe` synchronously.
 * @param publishableKey the only key that it accepts
 */
export async function stripeJsScript(publishableKey: string): Promise<string> {
  const codes = await Promise.all(parts.map(readStripeJsBrowserModule));
  return [
    '(() => {',
    "'use strict';",
    `const sandboxKey = ${JSON.stringify(publishableKey)};`,
    'const sandboxBase = new URL(document.currentScript.src).origin;',
    ...codes.map(withoutImports),
    '})();',
    '',
  ].join('\n');
}
