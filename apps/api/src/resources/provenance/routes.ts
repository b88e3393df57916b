import { companyRules, fail } from '@dossier/shared';
import { explainCompany } from '@dossier/store';
import { companyLookups } from '../../query/fields.ts';
import { requireCompany } from '../../query/scope.ts';
import { route, type Route } from '../../services.ts';
import * as contract from './contract.ts';

export const routes: Route[] = [
  route(contract.explainCompany, async ({ db }, { id, ...input }) => {
    const [lookup, ...more] = companyLookups({ ...input, company_id: id });
    if (!lookup) throw fail('one_company_identifier', { given: 'none' });
    if (more.length > 0) throw fail('one_company_identifier', { given: [lookup, ...more].map(nameOf) });
    const company = await requireCompany(db, lookup);
    const fields = await explainCompany(db, String(company.id), companyRules);
    return { company: { id: company.id, domain: company.domain, name: company.name }, fields };
  }),
];

const nameOf = ({ by }: { by: string }): string => (by === 'id' ? 'id' : `company_${by}`);
