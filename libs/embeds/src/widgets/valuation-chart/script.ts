import { readPage } from '../../scripts/page.ts';
import { speakAsPage } from '../../scripts/words.ts';
import { originsInTable, unpackValuations, type PackedValuations } from './pack.ts';
import { readable, valuationView } from './view.ts';

speakAsPage();
readPage((packed: PackedValuations, root) => {
  const data = unpackValuations(packed, root);
  const { points, view } = valuationView(data);
  return view ? [[root, readable(data, { points, view }, originsInTable(root))]] : [];
});
