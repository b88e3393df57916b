import type { CitationSource, Equity, LegacyFunding } from '@dossier/shared';
import type { CompanyRef, EventRow } from '@dossier/store';

/** Returns a company and its funding rounds in the legacy shape. */
export function viewFunding({ id, name, domain }: CompanyRef, rounds: EventRow[]): LegacyFunding {
  return {
    id,
    name,
    domain,
    funding_rounds: rounds.map((round) => ({
      round_name: round.name,
      share_details: (JSON.parse(round.data_json) as { equities: Equity[] }).equities.map((equity) => ({
        name: equity.name,
        issue_price: equity.issue_price,
        issued_at: equity.issued_at.slice(0, 10),
        updated_at: equity.updated_at,
      })),
      citations: (JSON.parse(round.citations_json) as (CitationSource & { updated_at: string })[]).map(
        ({ type, link, updated_at }) => ({ type, url: link, updated_at }),
      ),
    })),
  };
}
