import { titleOfAxes, translated, type WidgetData } from '@dossier/embeds';
import { datasetInput, fail, invalid, listInput, type ErrorCode } from '@dossier/shared';
import type { DatasetRow, Db } from '@dossier/store';
import { z } from 'zod';
import { embed, embedAnswer, sizeFields } from '../../../views/embed.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { route } from '../../../services.ts';
import { requireDatasets } from './charts.ts';
import { subjectOf } from './companies.ts';
import { ownName, readRows, type Drawable } from './datasets.ts';
import { highlightedName, isOfNames, namesInBoth, namesOf, quietBeside, valuesOfNames } from './names.ts';
import { addressOptions, highlightField, optionFields, textFields } from './options.ts';

type Scatter = WidgetData['scatter-chart'];

/** Values of names have no days up to which they could be shown. */
const { as_of: _days, ...lookFields } = optionFields;

const COLUMNS = ['c1d5a7e0-3f42-4a86-b0c9-5e7d2f1a9b34', '0b2c8e9e-6a53-4b8e-9a59-4f7f0d6f2f10'];

const contract = endpoint({
  method: 'GET',
  path: '/api/v1/embed/datasets-scatter',
  operationId: 'getDatasetsScatterEmbed',
  summary: 'Two columns of a pasted table as a scatter plot',
  description:
    "Returns one `<iframe>` with a signed address that contains the columns. Both are of the organization's own tables, with " +
    'values of names: a dot for each name that has both. Names without both are listed.',
  tag: 'Embeds',
  input: z.strictObject({
    dataset_ids: listInput(datasetInput, 2).meta({
      description: 'The UUIDs of two columns: what is shown across, and upwards',
      examples: [COLUMNS],
    }),
    x: z
      .string()
      .trim()
      .max(200)
      .optional()
      .transform((text) => text?.toLowerCase() || undefined)
      .meta({
        description: 'The UUID of the column that is shown across; the first one by default',
        examples: [COLUMNS[0]],
      }),
    ...sizeFields('scatter-chart'),
    ...lookFields,
    ...textFields,
    highlight: highlightField.meta({
      description: 'The name of the dot that keeps its colour while the others are grey',
      examples: ['Europe'],
    }),
  }),
  example: {
    dataset_ids: COLUMNS,
  },
  output: { 200: embedAnswer },
  errors: ['dataset_not_found'] satisfies ErrorCode[],
  errorStyle: 'failed',
});

/** Two columns of names as a scatter plot, at an address that names them: across, then upwards. */
export const datasetsScatter = route(contract, async (context, { dataset_ids, x, highlight, ...input }) => {
  const datasets = await requireDatasets(context.db, dataset_ids, context.caller?.organization);
  const [first, second] = datasets;
  if (!first || !second || first.id === second.id)
    throw invalid('dataset_ids', 'must name two columns, one for each axis');
  if (!first.own || !second.own || !datasets.every(isOfNames))
    throw invalid('dataset_ids', 'must be columns of your own tables with values of names');
  if (x !== undefined && x !== first.id && x !== second.id)
    throw invalid('x', 'must be one of the two columns');
  const [across, up] = x === second.id ? [second, first] : [first, second];
  const options = {
    ...addressOptions(input, context.now),
    ...highlightedName(namesInBoth([first.own, second.own]), highlight, 'dots'),
  };
  const title = translated(input, () => titleOfAxes(axesOf(across, up)));
  const subject = subjectOf([across.id, up.id]);
  return embed(context, { kind: 'scatter-chart', subject, options, title }, input);
});

const measureOf = ({ name, metric: unit }: Pick<DatasetRow, 'name' | 'metric'>) => ({ name, unit });

type Column = Pick<Drawable, 'name' | 'metric' | 'own'>;
/** Returns the axes, and the name of the table that has both. */
const axesOf = (across: Column, up: Column) => ({
  name: ownName([across.own, up.own]),
  x: measureOf(across),
  y: measureOf(up),
});

/** Reads two columns of names. Names those without both values in `leftOut`. @throws 404 if one was deleted */
export async function readScatterOfNames(
  db: Db,
  ids: readonly string[],
  highlight: string | undefined,
): Promise<Scatter> {
  const byId = await readRows(db, ids);
  const [across, up] = ids.map((id) => byId.get(id));
  if (!across || !up) throw fail('not_found');
  const [xs, ys] = [across, up].map(
    (column) =>
      new Map(
        valuesOfNames(column).map(({ x, y, type }) => [
          x,
          { value: y, date: null, estimate: type === 'estimate', source: null },
        ]),
      ),
  ) as [Map<string, Scatter['dots'][number]['x']>, Map<string, Scatter['dots'][number]['y']>];
  const both = namesInBoth([across, up]);
  const dots = both.map((label) => ({ label, x: xs.get(label)!, y: ys.get(label)! }));
  const leftOut = namesOf([across, up]).filter((name) => !both.includes(name));
  return {
    ...axesOf(across, up),
    dots: quietBeside(dots, highlight),
    ...(leftOut.length > 0 && { leftOut }),
    asOf: null,
  };
}
