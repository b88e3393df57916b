import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';

// The least that a program in Node can do: `PUT /<name>` stores a body, and every other method returns it. The argument
// is the port.
const bodies = new Map();
createServer((req, res) => {
  if (req.url === '/empty/304') {
    res.writeHead(304).end();
    return;
  }
  if (req.method !== 'PUT') {
    const body = bodies.get(req.url) ?? '';
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    res.end(body);
    return;
  }
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    bodies.set(req.url, Buffer.concat(chunks).toString());
    res.writeHead(204).end();
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
