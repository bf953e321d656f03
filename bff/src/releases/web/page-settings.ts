import * as z from 'zod';
import { isLocalOrigin } from '@ve/contracts/override';

/** `KEY=value KEY=value`, separated by spaces, no key twice; `read` returns null for a pair that it refuses. */
const keyValuePairsSetting = (read: (pair: string) => [key: string, value: string] | null, refusal: string) =>
  z
    .string()
    .default('')
    .transform((text, context): Record<string, string> => {
      const pairs = text
        .split(/\s+/)
        .filter((part) => part !== '')
        .map(read);
      const accepted = pairs.filter((each) => each !== null);
      if (accepted.length < pairs.length || new Set(accepted.map(([key]) => key)).size < accepted.length) {
        context.issues.push({ code: 'custom', input: text, message: refusal });
      }
      return Object.fromEntries(accepted);
    });

const keyEntry = /^([A-Z][A-Z0-9_]{0,39})=([A-Za-z0-9_-]{1,255})$/;
/** Secret and restricted keys of Stripe, and those of its webhooks, which must never be published. */
const secret = /^(sk|rk|whsec)_/;

function readKeyEntry(text: string): [string, string] | null {
  const [, key, value] = keyEntry.exec(text) ?? [];
  return key === undefined || value === undefined || secret.test(value) ? null : [key, value];
}

/** `STRIPE=pk_test_…`: publishable keys by name, separated by spaces. They are sent to every page. Refuses secret keys. */
export const publishablePageKeysConfigField = () =>
  keyValuePairsSetting(
    readKeyEntry,
    'must be pairs like STRIPE=pk_test_1, separated by spaces, no key twice, none of them secret',
  );

const urlEntry = /^([A-Z][A-Z0-9_]{0,39})=(\S{1,500})$/;
/** Origins that are safe to insert into a page's security policy. */
const acceptable = /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d+)?$/;

function readUrlEntry(text: string): [string, string] | null {
  const [, key, address] = urlEntry.exec(text) ?? [];
  if (key === undefined || address === undefined || !URL.canParse(address)) return null;
  const { href, origin } = new URL(address);
  return acceptable.test(origin) ? [key, href] : null;
}

/**
 * `CONTACT_FORM=https://forms.example/f/1 OTHER=https://…`: URLs by key, separated by spaces. They are sent to every
 * page, so they must not be secret.
 */
export const pageUrlsConfigField = () =>
  keyValuePairsSetting(
    readUrlEntry,
    'must be pairs like CONTACT_FORM=https://forms.example/1, separated by spaces, no key twice',
  );

const serverEntry = /^(shell|mfe-[a-z][a-z0-9-]{1,40})=(\S{1,100})$/;

function readServerEntry(text: string): [string, string] | null {
  const [, name, origin] = serverEntry.exec(text) ?? [];
  return name !== undefined && origin !== undefined && isLocalOrigin(origin) ? [name, origin] : null;
}

/** `mfe-report=http://localhost:4201`: the development servers of remotes and shell by name, separated by spaces. */
export const developmentServersConfigField = () =>
  keyValuePairsSetting(
    readServerEntry,
    'must be pairs like mfe-report=http://localhost:4201, separated by spaces, no name twice',
  );
