import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { fileURLToPath } from 'node:url';

/* Reads the git-ignored `.env`, if there is one, for `node --import`. A variable that is already set wins. */
const file = fileURLToPath(new URL('../../.env', import.meta.url));
if (existsSync(file)) loadEnvFile(file);
