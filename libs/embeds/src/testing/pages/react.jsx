import '@dossier/embeds/define';
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

function App() {
  const [embed, setEmbed] = useState(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    void fetch('/embeds/chart.json').then(async (response) => setEmbed(await response.json()));
  }, []);
  return (
    <>
      <dossier-chart src="/embeds/chart" heading-level="2" />
      <dossier-valuation-table data={embed?.data} />
      <dossier-chart data={{ kind: 'pie' }} ondossier-error={({ detail }) => setProblem(detail.message)} />
      <output>{problem}</output>
    </>
  );
}

createRoot(document.querySelector('main')).render(createElement(App));
