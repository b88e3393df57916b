import { newestChange, type CompanyRef } from '@dossier/store';
import { Answer, answerOf, type Endpoint } from '../../../http/endpoint.ts';
import { CSV, readFile } from '../../../rows/read.ts';
import { route, type Context, type Route } from '../../../services.ts';
import { viewFeed } from '../../../views/feed.ts';
import { basePath, frameOf } from '../../../views/frame.ts';
import { filledIn, foundOrProblems } from '../form-fields.ts';
import { csvFile, requireSite, sitePage } from '../site.ts';
import { contractsOf } from './contract.ts';
import type { ListPage, Seen } from './declare.ts';
import { readAsked, readFound, readNeighbours, type Found } from './read.ts';
import { addressOf, viewList } from './view.ts';

type Fields = Record<string, unknown>;

/** Returns the routes of a page: its HTML, its CSV at `<path>.csv`, and its feed at `<path>/feed.atom`. */
export function listRoutes<Row>(page: ListPage<Row>): Route[] {
  const { path, title } = page;
  const contracts = contractsOf(page);

  const html = async (context: Context, fields: Fields) => {
    requireSite(context);
    const asked = await readAsked(context, page, fields);
    const { found, problems } = await foundOrProblems(() => readFound(context, page, asked));
    const around = found ? await readNeighbours(context, page, asked) : {};
    const isPlain = Object.keys(filledIn(fields)).length === 0;
    const body = viewList(page, {
      ...{ ...asked, found, problems, earlier: undefined, later: undefined, ...around },
      seen: seenBy(context, found),
    });
    return sitePage(
      context,
      {
        title: found ? title : `Error: ${title}`,
        current: `${basePath(context.publicUrl)}${path}`,
        ...(isPlain && { canonical: context.publicUrl + path, description: `${title}, with filters.` }),
        body,
      },
      { status: found ? 200 : 400, ...(found?.dependsOn && { dependsOn: found.dependsOn }) },
    );
  };

  const csv = async (context: Context, fields: Fields) => {
    requireSite(context);
    const asked = await readAsked(context, page, fields);
    const seq = await newestChange(context.db);
    const { list, rows } = page;
    const read = async (input: never) => answerOf(await list.handle(context, input));
    if (!asked.input) throw asked.error!;
    const { chunks } = await readFile({ endpoint: { ...list.endpoint, rows }, read }, asked.input, CSV);
    return csvFile(`${path.slice(1)}-${seq}`, chunks, { 'Dossier-Seq': String(seq) });
  };

  const feed = async (context: Context, fields: Fields) => {
    requireSite(context);
    const asked = await readAsked(context, page, fields);
    const found = await readFound(context, page, asked);
    const seen = seenBy(context, found);
    const text = viewFeed(
      found.rows.map((row) => page.entry(row, seen)),
      {
        title: `${frameOf(context).name}: ${title}`,
        publicUrl: context.publicUrl,
        self: addressOf(`${path}/feed.atom`, filledIn(fields), {}),
        page: addressOf(path, filledIn(fields), {}),
      },
    );
    return new Answer<string>(text, {
      headers: { 'Cache-Control': 'public, max-age=300', 'X-Robots-Tag': 'noindex' },
    });
  };

  // The fixed addresses come first: those with a parameter would match them.
  return [route(contracts.csv, csv), route(contracts.feed, feed), route(contracts.html, html)];
}

const seenBy = <Row>({ publicUrl }: Context, found: Found<Row> | undefined): Seen => ({
  base: basePath(publicUrl),
  publicUrl,
  companies: found?.companies ?? new Map<number, CompanyRef>(),
});

/** Returns the route of an endpoint. */
export const routeOf = (routes: Route[], endpoint: Endpoint): Route =>
  routes.find((each) => each.endpoint === endpoint)!;
