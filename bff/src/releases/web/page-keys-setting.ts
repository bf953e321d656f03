import type { ProductionConfigRule } from '@ve/server-kit/config/production-rules';
import { isLiveKey } from '@ve/server-kit/config/stripe-fields';
import { keyValuePairsSetting } from './key-value-pairs-setting.ts';

const entry = /^([A-Z][A-Z0-9_]{0,39})=([A-Za-z0-9_-]{1,255})$/;
/** Secret and restricted keys of Stripe, and those of its webhooks, which must never be published. */
const secret = /^(sk|rk|whsec)_/;

function readEntry(text: string): [string, string] | null {
  const [, key, value] = entry.exec(text) ?? [];
  return key === undefined || value === undefined || secret.test(value) || isLiveKey(value) ? null : [key, value];
}

/**
 * `STRIPE=pk_test_…`: publishable keys by name, separated by spaces. They are sent to every page. Refuses secret keys,
 * and keys of Stripe's live mode.
 */
export const pageKeysSetting = () =>
  keyValuePairsSetting(
    readEntry,
    'must be pairs like STRIPE=pk_test_1, separated by spaces, no key twice, none of them secret or of live mode',
  );

/** The key of the sandbox's Stripe, which is public in this repository. */
export const sandboxPageKey: ProductionConfigRule = {
  name: 'PAGE_KEYS',
  refuses: (value) => value === 'pk_test_sandbox',
  words: "must not have the sandbox's key",
};
