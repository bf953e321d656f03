import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { stackFileText, swarmStackOf } from './swarm-stack.mjs';

/* `node tools/write-swarm-stack.mjs` writes docker/stack.yml from docker-compose.yml. */
const root = fileURLToPath(new URL('..', import.meta.url));
const stack = swarmStackOf(parse(readFileSync(`${root}docker-compose.yml`, 'utf8')), {
  caddyfile: readFileSync(`${root}docker/Caddyfile`, 'utf8'),
});
writeFileSync(`${root}docker/stack.yml`, stackFileText(stack));
