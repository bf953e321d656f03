import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

const readDocument = async () =>
  (await (await fetch(`${app.url}/api/docs/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
  };

it('documents every route of the API', async () => {
  const { paths } = await readDocument();
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const served = app.apiRoutes.filter((route) => !route.includes('/api/docs'));
  expect(documented.sort()).toEqual([...new Set(served)].sort());
});

it('is OpenAPI 3.1 with schemas from the contracts', async () => {
  const document = await readDocument();
  expect(document.openapi).toBe('3.1.0');
  const fetchData = document.paths['/api/fetch-vehicle-data']?.post;
  expect(fetchData?.requestBody?.content['application/json']?.schema).toMatchObject({
    type: 'object',
    properties: {
      registration: { type: 'string', maxLength: 400 },
      datapackage: { enum: ['VehicleData', 'VdiCheckFull'] },
    },
    required: ['registration', 'datapackage'],
  });
  expect(Object.keys(fetchData?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '202', '400', '403', '429', '503']),
  );
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      expect(response).toHaveProperty('description');
      if (status !== '204' && !response.description.endsWith('there is no body'))
        expect(Object.values(response.content ?? {})).not.toHaveLength(0);
    }
  }
  const lookup = document.paths['/api/vehicle-lookup']?.get;
  expect(lookup?.parameters).toMatchObject([{ name: 'reg', in: 'query', required: true }]);
});

it('names its server and the security schemes', async () => {
  const { info, servers, security, components } = (await readDocument()) as unknown as {
    info: { contact: unknown };
    servers: unknown;
    security: unknown;
    components: { securitySchemes: Record<string, unknown> };
  };
  expect(servers).toEqual([expect.objectContaining({ url: 'http://localhost:3000' })]);
  expect(info.contact).toEqual({ name: 'Vehicle Enquiry', url: 'http://localhost:3000/contact' });
  expect(security).toEqual([]);
  expect(Object.keys(components.securitySchemes)).toEqual([
    'session',
    'staffSession',
    'releaseToken',
    'vendorSignature',
  ]);
});

it('has every reference resolved', async () => {
  const document = await readDocument();
  const text = JSON.stringify(document);
  for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = pointer
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    expect(found).toBeDefined();
  }
});

it('serves its page and scripts from this origin only', async () => {
  const page = await fetch(`${app.url}/api/docs`);
  const html = await page.text();
  for (const [, source = ''] of html.matchAll(/src="([^"]+)"/g)) {
    expect(source).toMatch(/^\/api\/docs\//);
    const script = await fetch(app.url + source);
    expect(script.status).toBe(200);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect((await script.text()).length).toBeGreaterThan(50);
  }
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
});
