import { Tabs } from './tabs.tsx';

export const examples = {
  'Report sections': (
    <Tabs
      label="Report sections"
      items={[
        { id: 'vehicle', label: 'Vehicle Information', content: <p>Make, model, colour</p> },
        { id: 'vdi', label: 'VDI Check Report', content: <p>Imported, exported, scrapped</p> },
        { id: 'more', label: 'Additional Checks', content: <p>Stolen, written off, finance</p> },
      ]}
    />
  ),
};
