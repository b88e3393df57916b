import { parse } from 'yaml';
import { hostOf } from './raw.ts';

const CNCF_SHARED = [
  'github.com',
  'github.io',
  'linkedin.com',
  'facebook.com',
  'medium.com',
  'crunchbase.com',
  'notion.site',
];
const CNCF_COMPANIES = ['CNCF Members', 'Special'];
const CNCF_CATEGORIES: Record<string, string> = {
  'Kubernetes and Cloud Native Training Partner': 'Cloud Native Training',
  'Kubernetes Certified Service Provider': 'Cloud Native Services',
  'End User Supporter and Contributor': 'Cloud Native Users',
};
const CNCF_LEVELS = ['Academic', 'Gold', 'Nonprofit', 'Platinum', 'Silver'];

interface Landscape {
  landscape: {
    name: string;
    subcategories: {
      name: string;
      items: { name: string; homepage_url?: string; description?: string }[] | null;
    }[];
  }[];
}

/** Returns the records of the CNCF landscape: its members, and the companies of its special groups. */
export function landscape(text: string): unknown[] {
  const records: unknown[] = [];
  for (const category of (parse(text) as Landscape).landscape) {
    for (const { name: group, items } of category.subcategories) {
      for (const item of items ?? []) {
        const isCompany = CNCF_COMPANIES.includes(category.name) && group !== 'Certified CNFs';
        const categories = group
          .split('|')
          .map((each) =>
            CNCF_LEVELS.includes(each.trim())
              ? 'Cloud Native'
              : (CNCF_CATEGORIES[each.trim()] ?? each.trim()),
          );
        records.push(
          isCompany
            ? {
                name: item.name
                  .trim()
                  .replace(/ \((member|supporter|contributor|KCSP|KCNTP)\)$/i, '')
                  .trim(),
                domain: hostOf(item.homepage_url ?? '', CNCF_SHARED),
                type: 'private',
                description: item.description?.trim(),
                categories: [...new Set(categories)],
              }
            : undefined,
        );
      }
    }
  }
  return records;
}
