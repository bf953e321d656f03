import { configure } from '@testing-library/react';
import '../dashboard/alerts/alerts.tab.tsx';
import '../dashboard/calendar/calendar.tab.tsx';
import '../dashboard/car/car-change.tsx';
import '../dashboard/car/car-facts.tsx';
import '../dashboard/messages/messages.tab.tsx';
import '../dashboard/petrol/petrol.tab.tsx';
import '../dashboard/reminders/reminders.tab.tsx';
import '../dashboard/value/value.tab.tsx';

/*
 * The parts that the dashboard loads when they are shown, loaded with the test file: a busy machine takes its time over it.
 */
configure({ asyncUtilTimeout: 10_000 });
