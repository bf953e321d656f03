import { parse } from 'acorn';
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

/**
 * The statements of a module whose imports the other modules of one scope provide.
 * @throws Error when the module exports something other than declarations
 */
export function moduleStatements(code: string): string {
  const { body } = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  return body
    .flatMap((node) => {
      if (node.type === 'ImportDeclaration') return [];
      if (node.type === 'ExportNamedDeclaration' && node.source == null && node.specifiers.length === 0) {
        return node.declaration ? [node.declaration] : [];
      }
      if (/^Export/.test(node.type)) throw new Error(`Cannot join a module with: ${code.slice(node.start, node.end)}`);
      return [node];
    })
    .map(({ start, end }) => code.slice(start, end))
    .join('\n');
}

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
    ...codes.map(moduleStatements),
    '})();',
    '',
  ].join('\n');
}
