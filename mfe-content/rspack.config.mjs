import { remoteConfig } from '../libs/build/src/preset.ts';

export default remoteConfig(import.meta.dirname);
