import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { kubernetesFilesOf } from './kubernetes-manifests.mjs';

/* `node tools/write-kubernetes-manifests.mjs` writes docker/kubernetes from docker-compose.yml. */
const root = fileURLToPath(new URL('..', import.meta.url));
mkdirSync(`${root}docker/kubernetes`, { recursive: true });
for (const [name, text] of Object.entries(kubernetesFilesOf(parse(readFileSync(`${root}docker-compose.yml`, 'utf8')))))
  writeFileSync(`${root}docker/kubernetes/${name}`, text);
