import { textLike } from '@dossier/shared';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';
import { fieldsAt } from '../../../rows/schema.ts';
import { PLACE } from '../../../rows/places.ts';
import { publicPage } from '../../../views/contract.ts';
import type { ListPage } from './declare.ts';

/** A field as a form sends it: an empty one does not filter. */
const text = z.string().max(2000).optional();

/** Returns the contracts of a page of the site: of its HTML, its CSV and its feed. */
export function contractsOf<Row>({ path, title, about, tag, name, list, controls, window }: ListPage<Row>) {
  const known = fieldsAt(list.endpoint.input, []);
  const fields = (names: string[]) =>
    Object.fromEntries(
      names
        .filter((each) => each in known)
        .map((each) => [
          each,
          text.meta({ description: z.globalRegistry.get(known[each]!)?.description ?? each }),
        ]),
    );
  const own = [...controls.map((control) => control.name), ...(window ? [window.from, window.to] : [])];
  const source = `\`${list.endpoint.method} ${list.endpoint.path}\``;
  const page = {
    ...publicPage,
    tag,
    errors: [...list.endpoint.errors, 'not_found' as const],
  };
  return {
    html: endpoint({
      ...page,
      ...{ path, operationId: `get${name}Page`, summary: `The page of ${about}` },
      description: `Shows what ${source} returns, with filters that have the same names. Only with \`PUBLIC_SITE=on\`.`,
      input: z.object(fields([...own, ...PLACE])),
      output: { 200: textLike(`<!doctype html><title>${title}</title>`) },
    }),
    csv: endpoint({
      ...page,
      ...{ path: `${path}.csv`, operationId: `get${name}Csv`, summary: `The rows of \`${path}\` as CSV` },
      description: `The rows of all pages with the same filters. Only with \`PUBLIC_SITE=on\`.`,
      input: z.object(fields(own)),
      output: { 200: textLike('id\r\n1\r\n') },
      produces: 'text/csv',
      isStreamed: true,
    }),
    feed: endpoint({
      ...page,
      ...{ path: `${path}/feed.atom`, operationId: `get${name}Feed`, summary: `\`${path}\` as a feed` },
      description: `An Atom feed of the first rows with the same filters. Only with \`PUBLIC_SITE=on\`.`,
      input: z.object(fields(own)),
      output: { 200: textLike('<feed xmlns="http://www.w3.org/2005/Atom"></feed>') },
      produces: 'application/atom+xml',
    }),
  };
}
