import { additionalChecks } from '@ve/domain/full-check/additional-checks';
import { theftByRegister, theftSection } from '@ve/domain/full-check/findings';
import { Banner } from '@ve/ui/banner/banner';
import { Provenance } from '../sample/provenance.tsx';
import { CheckCard } from './check-card.tsx';
import { CheckDetailsList, contactsOf } from './check-details.tsx';
import type { CompletedCheckProps } from './checks-props.ts';
import { messages } from './messages.en-gb.ts';

/** The steps for a vehicle that is recorded as stolen; renders nothing for any other. */
export function StolenVehicleAdvice({ record, fullCheck }: CompletedCheckProps) {
  const check = additionalChecks(fullCheck).find(({ name }) => name === 'Stolen Check');
  if (check?.state !== 'found' || fullCheck.vdi.state !== 'found') return null;
  const { police } = theftByRegister(fullCheck.vdi.data);
  const { name, status, source, at } = check;
  return (
    <CheckCard
      id="stolen"
      title={messages.stolen.title}
      subject={{
        registration: record.registration,
        section: theftSection(fullCheck),
        title: name,
        data: [{ label: name, value: status, source, at }],
        contacts: contactsOf(check),
      }}
    >
      <Banner tone="fail">{police === true ? messages.stolen.advice : messages.stolen.insurersAdvice}</Banner>
      <CheckDetailsList check={check} />
      <Provenance source={source} at={at} />
    </CheckCard>
  );
}
