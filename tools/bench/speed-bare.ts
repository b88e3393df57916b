import express from 'express';

// The bare route that an operation is held to: it answers bytes that it was given, and does nothing else. `PUT /<n>`
// gives them, every other method asks for them. The port is its one argument.
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
app.get('/', (_req, res) => {
  res.status(204).end();
});
app.listen(Number(process.argv[2]), '127.0.0.1');
