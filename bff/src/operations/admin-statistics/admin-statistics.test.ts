import { analyticsSchema, serviceStatisticsSchema } from '@ve/contracts/http/operations/admin-statistics';
import { comparisonDaysOf } from '@ve/domain/operations/analytics/comparison-days';
import { addDays, londonDate, startOfLondonDay } from '@ve/domain/kernel/time/london-date';
import { addMembershipCharge, createTestMember } from '../../testing/members.ts';
import { aboveCondition } from '@ve/data/testing/test-rows';
import { createTestSession } from '../../testing/sessions.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const now = new Date();
const { today, yesterday, sameDayLastMonth } = comparisonDaysOf(londonDate(now));
let app: TestApp;
let admin: Record<string, string>;
beforeAll(async () => {
  app = await startTestApp({}, () => now);
  const session = await createTestSession(app, {
    email: 'admin@example.com',
    roles: ['admin'],
    openedBy: 'password-totp',
  });
  admin = { cookie: `session=${session}` };
});
afterAll(() => app.close());

const get = async (path: string): Promise<unknown> =>
  (await fetch(`${app.url}/api/admin/${path}`, { headers: admin })).json();

it('returns the service status', async () => {
  const soon = new Date(now.getTime() + 86_400_000);
  await createTestMember(app, { status: 'active', currentPeriodEnd: soon });
  await createTestMember(app, { status: 'trialing' });
  expect(serviceStatisticsSchema.parse(await get('statistics'))).toEqual({
    totalUsers: 3,
    totalReports: 0,
    totalCustomers: 2,
    activeSubscriptions: 1,
    countedAt: now.toISOString(),
  });
});

it('compares new customers by London days, and contains every day of the range', async () => {
  const nights = [today, today, today, yesterday, sameDayLastMonth, sameDayLastMonth];
  for (const day of nights) {
    const { userId } = await createTestMember(app);
    await app.data.set('customers', { createdAt: startOfLondonDay(day) }, { userId });
  }
  await app.data.set(
    'customers',
    { createdAt: startOfLondonDay(addDays(today, -3)) },
    { createdAt: aboveCondition(startOfLondonDay(today)) },
  );
  const paidAt = startOfLondonDay(addDays(today, -6));
  await addMembershipCharge(app, await createTestMember(app), { paidAt, periodEnd: now });
  await app.data.set(
    'customers',
    { createdAt: new Date('2020-01-01T00:00Z') },
    { createdAt: aboveCondition(startOfLondonDay(today)) },
  );

  const week = analyticsSchema.parse(await get('analytics?days=7'));
  expect(week).toMatchObject({
    date: today,
    sameDayLastMonth,
    newCustomersToday: 3,
    newCustomersYesterday: 1,
    newCustomersSameDayLastMonth: 2,
    percentageChange: 50,
  });
  expect(week.days).toHaveLength(7);
  expect(week.days.at(-1)?.date).toBe(today);
  expect(week.days[0]).toMatchObject({ date: addDays(today, -6), newMembers: 1, grossPence: 890, returnedPence: 0 });
  expect(analyticsSchema.parse(await get('analytics?days=365')).days).toHaveLength(365);
});

it.each(['', '?days=8', '?days=366', '?days=-1', '?days=7&days=30'])('refuses a custom range: %s', async (query) => {
  expect(await get(`analytics${query}`)).toMatchObject({ status: 400, code: 'request-invalid' });
});
