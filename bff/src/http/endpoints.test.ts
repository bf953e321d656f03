import type { Endpoint } from '@ve/contracts/endpoint';
import { readdir } from 'node:fs/promises';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const folder = new URL('../../../libs/contracts/src/http/', import.meta.url);

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'answers' in value && 'problems' in value;

let app: TestApp;
let endpoints: string[];
beforeAll(async () => {
  app = await startTestApp();
  const names = (await readdir(folder)).filter((name) => /^(?!.*\.test\.)[a-z-]+\.ts$/.test(name));
  const modules = await Promise.all(
    names.map((name) => import(`@ve/contracts/http/${name.slice(0, -3)}`) as Promise<Record<string, unknown>>),
  );
  endpoints = modules
    .flatMap((module) => Object.values(module).filter(isEndpoint))
    .map(({ method, path }) => `${method} ${path}`);
});
afterAll(() => app.close());

it('every endpoint value has a controller, and every API route an endpoint value', () => {
  expect(endpoints.length).toBeGreaterThan(8);
  const routes = app.apiRoutes.filter((route) => !route.startsWith('GET /api/docs'));
  expect(endpoints.toSorted()).toEqual(routes.toSorted());
});
