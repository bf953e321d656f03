import { readdir } from 'node:fs/promises';
import type { Endpoint } from './endpoint.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'answers' in value && 'problems' in value;

/** All endpoint values of `http/`: what a service of this version serves. For processes, not for pages. */
export async function everyEndpoint(): Promise<Endpoint[]> {
  const files = await readdir(new URL('./http/', import.meta.url), { recursive: true });
  const names = files.map((name) => name.replaceAll('\\', '/')).filter((name) => /^[a-z/-]+\.[jt]s$/.test(name));
  const modules = await Promise.all(names.map((name) => import(`./http/${name}`) as Promise<Record<string, unknown>>));
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint));
}
