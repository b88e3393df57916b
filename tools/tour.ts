import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch } from '@dossier/embeds/testing';

// npm run tour -w tools -- http://localhost:3000: takes the pictures of the README from a running `npm start`.

const PICTURES = {
  companies: '/companies?category=fintech&sort=valuation&columns=country,founded,valuation,total_funding',
  company: '/companies/stripe#figures',
};

const [, , url = 'http://localhost:3000'] = process.argv;
const folder = new URL('../docs/pictures/', import.meta.url);
await mkdir(folder, { recursive: true });
const browser = await launch();
try {
  const page = await browser.newPage({ viewport: { width: 960, height: 620 } });
  for (const [name, path] of Object.entries(PICTURES)) {
    const response = await page.goto(url + path, { timeout: 10_000 });
    if (!response?.ok())
      throw new Error(`${url}${path} returned ${response?.status()}. Run npm start first.`);
    await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, folder)) });
  }
} finally {
  await browser.close();
}
