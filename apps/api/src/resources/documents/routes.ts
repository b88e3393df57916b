import type { Route } from '../../services.ts';
import * as detail from './detail/routes.ts';
import * as list from './list/routes.ts';
import * as page from './page/routes.ts';
import * as pdf from './pdf/routes.ts';

/** The routes of research documents: the list, the detail, the public page and the PDF. */
export const routes: Route[] = [...list.routes, ...detail.routes, ...page.routes, ...pdf.routes];
