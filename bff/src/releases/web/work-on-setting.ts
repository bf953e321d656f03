import { isLocalOrigin } from '@ve/contracts/override';
import { keyValuePairsSetting } from './key-value-pairs-setting.ts';

const entry = /^(mfe-[a-z][a-z0-9-]{1,40})=(\S{1,100})$/;

function readEntry(text: string): [string, string] | null {
  const [, name, origin] = entry.exec(text) ?? [];
  return name !== undefined && origin !== undefined && isLocalOrigin(origin) ? [name, origin] : null;
}

/** `mfe-report=http://localhost:4201`: the development servers of remotes by name, separated by spaces. */
export const workOnSetting = () =>
  keyValuePairsSetting(
    readEntry,
    'must be pairs like mfe-report=http://localhost:4201, separated by spaces, no name twice',
  );
