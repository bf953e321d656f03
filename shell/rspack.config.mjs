import { shellConfig } from '../libs/build/src/preset.ts';

export default shellConfig(import.meta.dirname);
