import { SourceNote } from './source-note.tsx';
import { FactList } from './fact-list.tsx';

const at = '2027-03-03T14:05:00Z';

export const examples = {
  'Known and missing': (
    <FactList
      facts={[
        { label: 'Make', value: 'Ford', source: 'DVLA', at },
        { label: 'Colour', value: 'Blue', source: 'DVLA', at },
        { label: 'Seats', value: null, why: 'UK Vehicle Data did not answer.' },
        { label: 'MOT', value: null, asking: ['DVSA', 'DVLA'] },
      ]}
    />
  ),
  'Two columns, source shown once': (
    <>
      <FactList
        columns={2}
        sources="none"
        facts={[
          { label: 'Make', value: 'Ford', source: 'DVLA', at },
          { label: 'Colour', value: 'Blue', source: 'DVLA', at },
        ]}
      />
      <SourceNote source="DVLA" at={at} />
    </>
  ),
};
