import { Table } from './table.tsx';

const rows = [
  { registration: 'AB12 CDE', vehicle: 'Ford Focus', reports: 3 },
  { registration: 'FN15 FNC', vehicle: 'Nissan Qashqai', reports: 12 },
];

export const examples = {
  'With a row opened': (
    <Table
      label="Vehicles"
      rows={rows}
      keyOf={({ registration }) => registration}
      columns={[
        { id: 'registration', label: 'Registration', cell: ({ registration }) => registration },
        { id: 'vehicle', label: 'Vehicle', cell: ({ vehicle }) => vehicle },
        { id: 'reports', label: 'Reports', numeric: true, cell: ({ reports }) => reports },
      ]}
      detail={({ reports }) => (reports > 10 ? 'Asked for more than ten times' : null)}
    />
  ),
};
