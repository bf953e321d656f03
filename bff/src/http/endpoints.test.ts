import { everyEndpoint } from '@ve/contracts/every-endpoint';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('every endpoint value has a controller, and every API route an endpoint value', async () => {
  const endpoints = (await everyEndpoint()).map(({ method, path }) => `${method} ${path}`);
  expect(endpoints.length).toBeGreaterThan(8);
  const routes = app.apiRoutes.filter((route) => !route.startsWith('GET /api/docs'));
  expect(endpoints.toSorted()).toEqual(routes.toSorted());
});
