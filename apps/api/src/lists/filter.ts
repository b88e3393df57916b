import { companyFilters } from '../query/company-filters.ts';
import { fieldsOf } from '../query/filters.ts';
import { z } from 'zod';

/** The filter of a list: that of the list of companies, without its order and its pages. */
export const listFilter = z
  .strictObject(fieldsOf(companyFilters))
  .refine(
    (filter) => Object.values(filter).some((value) => value !== undefined),
    'must have at least one field',
  );
export type ListFilter = z.output<typeof listFilter>;
