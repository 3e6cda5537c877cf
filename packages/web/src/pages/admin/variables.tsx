import { Variables } from '../projects/variables.tsx';
import { AdminPage } from './admin-page.tsx';

/** Values that workflows of all projects name. */
export const VariablesOfAll = () => (
  <AdminPage part="variables">
    <Variables id={null} />
  </AdminPage>
);
