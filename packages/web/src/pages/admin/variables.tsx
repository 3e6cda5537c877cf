import { Variables } from '../projects/variables.tsx';
import { AdminPage } from './admin-page.tsx';

/** Variables of all projects. */
export const VariablesOfAll = () => (
  <AdminPage part="variables">
    <Variables id={null} />
  </AdminPage>
);
