import { fail } from '@dossier/shared';
import { deprecationHeaders } from '../../views/deprecation.ts';
import { Answer } from '../../http/endpoint.ts';
import { route, type Route } from '../../services.ts';
import { companyLookup } from '../../query/fields.ts';
import { dependsOnCompany, requireCompany } from '../../query/scope.ts';
import { eventsUrl } from '../../views/links.ts';
import * as contract from './contract.ts';
import { readFundingRounds } from './read.ts';
import { viewFunding } from './view.ts';

export const routes: Route[] = [
  route(contract.getFundingRounds, async ({ db, publicUrl }, input) => {
    const lookup = companyLookup(input);
    if (!lookup) throw fail('company_required');
    const company = await requireCompany(db, lookup);
    const successor = eventsUrl(publicUrl, { types: 'funding-round', company_id: String(company.id) });
    return new Answer(viewFunding(company, await readFundingRounds(db, company.id)), {
      headers: deprecationHeaders(publicUrl, successor),
      dependsOn: dependsOnCompany(company, [lookup]),
    });
  }),
];
