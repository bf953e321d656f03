import { lazyComponent } from '@ve/mfe-kit/lazy-component';
import { useSearchParams } from '@ve/mfe-kit/router';
import { Tabs } from '@ve/ui/tabs/tabs';
import { messages } from '../messages.en-gb.ts';
import { type ReportTab, reportTabs, reportTabsId, queryStringWithReportTab } from '../section-link.tsx';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';

const VehicleInformation = lazyComponent<ReportInput>(
  async () => (await import('./vehicle-information.tsx')).VehicleInformation,
  '19rem',
);
const VdiReport = lazyComponent<ReportInput>(async () => (await import('./vdi-report.tsx')).VdiReport);
const AdditionalChecks = lazyComponent<ReportInput>(
  async () => (await import('./additional-checks.tsx')).AdditionalChecks,
);

const contents = {
  information: VehicleInformation,
  vdi: VdiReport,
  additional: AdditionalChecks,
} satisfies Record<ReportTab, unknown>;

/** The three tabs. The URL names the open one; any other value opens the first. */
export function ReportTabs(props: ReportInput) {
  const [parameters, setParameters] = useSearchParams();
  const labels = messages.tabs;
  const select = (id: string) => {
    const tab = reportTabs.find((candidate) => candidate === id);
    if (tab !== undefined)
      setParameters((now) => new URLSearchParams(queryStringWithReportTab(now.toString(), tab)), { replace: true });
  };
  return (
    <div id={reportTabsId}>
      <Tabs
        label={labels.label}
        sticky
        selected={parameters.get('tab') ?? reportTabs[0]}
        onSelect={select}
        items={reportTabs.map((id) => {
          const Content = contents[id];
          return { id, label: labels[id], content: <Content {...props} /> };
        })}
      />
    </div>
  );
}
