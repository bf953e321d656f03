import { additionalChecks } from '@ve/domain/full-check/additional-checks';
import { splitTheftByRegister, reportSectionOfTheft } from '@ve/domain/full-check/findings';
import { Banner } from '@ve/ui/banner/banner';
import { SourceAndTime } from '../sample/source-and-time.tsx';
import { DisputableSectionCard } from './check-section-card.tsx';
import { CheckDetailsList, telephoneContactsOf } from './check-details.tsx';
import type { CompletedCheckProps } from './report-checks-props.ts';
import { messages } from './messages.en-gb.ts';

/** The steps for a vehicle that is recorded as stolen; renders nothing for any other. */
export function StolenVehicleAdvice({ record, fullCheck }: CompletedCheckProps) {
  const check = additionalChecks(fullCheck).find(({ name }) => name === 'Stolen Check');
  if (check?.state !== 'found' || fullCheck.vdi.state !== 'found') return null;
  const { police } = splitTheftByRegister(fullCheck.vdi.data);
  const { name, status, source, at } = check;
  return (
    <DisputableSectionCard
      id="stolen"
      title={messages.stolen.title}
      subject={{
        registration: record.registration,
        section: reportSectionOfTheft(fullCheck),
        title: name,
        data: [{ label: name, value: status, source, at }],
        contacts: telephoneContactsOf(check),
      }}
    >
      <Banner tone="fail">{police === true ? messages.stolen.advice : messages.stolen.insurersAdvice}</Banner>
      <CheckDetailsList check={check} />
      <SourceAndTime source={source} at={at} />
    </DisputableSectionCard>
  );
}
