import { companyRules } from '@dossier/shared';
import type { StatementRules } from '../statements.ts';

/** How the statements of several sources about a company are merged. */
export const companyStatements: StatementRules = { rulesOf: () => companyRules };
