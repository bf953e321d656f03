import { postFromOwnPage, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const choose = (choice: unknown) => postFromOwnPage(`${app.url}/api/visitor/channel`, { choice });
const read = async (cookie?: string) => {
  const answer = await fetch(`${app.url}/api/visitor/channel`, cookie === undefined ? {} : { headers: { cookie } });
  expect(answer.headers.get('set-cookie')).toBeNull();
  return answer.json();
};

describe('the choice of a visitor', () => {
  it('is stored for a year in a cookie only', async () => {
    const answer = await choose('stable');
    expect([answer.status, await answer.json()]).toEqual([200, { choice: 'stable' }]);
    expect(answer.headers.get('set-cookie')).toBe(
      've-channel=stable; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax',
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await read('ve-channel=stable')).toEqual({ choice: 'stable' });
  });

  it('is undone by clearing it', async () => {
    const answer = await choose('any');
    expect([answer.status, await answer.json()]).toEqual([200, { choice: 'any' }]);
    expect(answer.headers.get('set-cookie')).toMatch(/^ve-channel=; Max-Age=0; Path=\//);
  });

  it.each([undefined, '', 've-channel=x', 've-channel=stable; ve-channel=stable'])('is none for %j', async (cookie) => {
    expect(await read(cookie)).toEqual({ choice: 'any' });
  });

  it.each(['canary', '', null, 1, ['stable']])('cannot be %j', async (choice) => {
    const answer = await choose(choice);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null]);
  });
});
