import express from 'express';

// The bare route that operations are compared with: it returns stored bytes. `PUT /<name>` stores them, and every other
// method returns them. It listens on PORT.
const app = express();
app.disable('x-powered-by');
const bodies = new Map<string, string>();
app.put('/:name', express.text({ type: () => true, limit: '1gb' }), (req, res) => {
  bodies.set(req.params.name, String(req.body));
  res.status(204).end();
});
app.all('/:name', (req, res) => {
  res.type('json').send(bodies.get(req.params.name));
});
app.get('/empty/304', (_req, res) => {
  res.status(304).end();
});
app.get('/', (_req, res) => {
  res.status(204).end();
});
app.listen(Number(process.env['PORT']), '127.0.0.1');
