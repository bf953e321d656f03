import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/* `baseline-upload.program.ts <url> [folder file…]` sends the bytes of a release in a single request. */
const [url = '', folder = '', ...files] = process.argv.slice(2);
const body = Buffer.concat(files.map((file) => readFileSync(join(folder, file))));
const answer = await fetch(url, { method: 'POST', body: new Uint8Array(body) });
if (!answer.ok) throw new Error(`${url}: ${String(answer.status)}`);
