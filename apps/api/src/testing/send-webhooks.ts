import { openDatabase } from '@dossier/store';
import { pino } from 'pino';
import { keepWebhooks } from '../server/webhook-keeper.ts';
import { openPoster } from '../webhooks/poster.ts';

// node --import … send-webhooks.ts <database>: sends to webhooks on loopback until it is killed.

const db = openDatabase(process.argv[2]!, { lockWait: 5000 });
const poster = openPoster({ hosts: new Set(['127.0.0.1']), networks: [] });
keepWebhooks(db, poster, pino({ level: 'silent' }));
// The timer of the keeper alone does not keep a program running.
setInterval(() => {}, 60_000);
