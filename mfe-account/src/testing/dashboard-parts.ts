import { configure } from '@testing-library/react';
import '../dashboard/alerts/alerts.tab.tsx';
import '../dashboard/calendar/calendar.tab.tsx';
import '../dashboard/car/change-car-form.tsx';
import '../dashboard/car/car-facts.tsx';
import '../dashboard/messages/messages.tab.tsx';
import '../dashboard/petrol/petrol.tab.tsx';
import '../dashboard/reminders/reminders.tab.tsx';
import '../dashboard/value/value.tab.tsx';

/* Loads the lazy parts of the dashboard with the test file, because compiling them takes long on a loaded machine. */
configure({ asyncUtilTimeout: 10_000 });
