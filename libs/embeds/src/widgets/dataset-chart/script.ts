import { datasetView } from '../../chart/dataset.ts';
import { readPage } from '../../scripts/page.ts';
import { unpackDatasets, type PackedDatasets } from './pack.ts';
import { readable } from './view.ts';

readPage((packed: PackedDatasets) => {
  const [data, papers] = unpackDatasets(packed);
  const view = datasetView(data, papers);
  return view && readable(data, view);
});
