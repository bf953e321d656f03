import { Stack } from '@ve/ui/layout/layout';
import { StaffArea } from '../platform/staff-area.tsx';
import { ServiceStatusBanner } from '../platform/service-status-banner.tsx';
import { DeadLetterSection } from './dead-letter-section.tsx';
import { messages } from './messages.en-gb.ts';
import { OrphanSubscriptionsSection } from './orphan-section.tsx';
import { OutboxSection } from './outbox-section.tsx';
import { QueuesSection } from './queues-section.tsx';
import { ScheduledJobsSection } from './scheduled-section.tsx';
import { VendorsSection } from './vendors-section.tsx';

/** `/admin/operations`: the service status. Each section is read separately. */
export function StaffOperationsPage() {
  return (
    <StaffArea title={messages.title}>
      <Stack $gap={32}>
        <ServiceStatusBanner />
        <OrphanSubscriptionsSection />
        <DeadLetterSection />
        <OutboxSection />
        <QueuesSection />
        <VendorsSection />
        <ScheduledJobsSection />
      </Stack>
    </StaffArea>
  );
}
