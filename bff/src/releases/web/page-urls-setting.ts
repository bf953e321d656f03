import { keyValuePairsSetting } from './key-value-pairs-setting.ts';

const entry = /^([A-Z][A-Z0-9_]{0,39})=(\S{1,500})$/;
/** Origins that are safe to insert into a page's security policy. */
const acceptable = /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d+)?$/;

function readEntry(text: string): [string, string] | null {
  const [, key, address] = entry.exec(text) ?? [];
  if (key === undefined || address === undefined || !URL.canParse(address)) return null;
  const { href, origin } = new URL(address);
  return acceptable.test(origin) ? [key, href] : null;
}

/**
 * `CONTACT_FORM=https://forms.example/f/1 OTHER=https://…`: URLs by key, separated by spaces. They are sent to every
 * page, so they must not be secret.
 */
export const pageUrlsSetting = () =>
  keyValuePairsSetting(
    readEntry,
    'must be pairs like CONTACT_FORM=https://forms.example/1, separated by spaces, no key twice',
  );
