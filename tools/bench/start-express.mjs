import express from 'express';

// The smallest Express program: what the start of the API is compared with. Its argument is the port.
const app = express();
app.get('/health', (_request, response) => {
  response.json({ status: 'ok' });
});
app.listen(Number(process.env.PORT), '127.0.0.1');
