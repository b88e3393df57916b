import { toTimestamp } from '@dossier/shared';
import { createLink, write, type Db, type Role } from '@dossier/store';
import request, { type Response } from 'supertest';

/** Somebody who is signed in to the console. Paths are those below `/console`. */
export interface Visitor {
  cookie: string;
  /** The token of the session's forms. */
  token: string;
  get(path: string): Promise<Response>;
  /** Sends a form with the token of the session. */
  post(path: string, fields: object): Promise<Response>;
  /** Sends a form with a file. */
  upload(path: string, file: { name: string; content: string | Buffer }, fields?: object): Promise<Response>;
}

/** Makes a link that signs an operator in once, and returns its secret. */
export function makeLink(db: Db, name: string, role: Role): Promise<string> {
  const now = Date.now();
  const times = { now: toTimestamp(now), expires_at: toTimestamp(now + 60_000) };
  return write(db, (trx) => createLink(trx, { name, role }, times));
}

/** Returns what signs people in to the console of a service. */
export function consoleOf({ url, db }: { url: string; db: Db }) {
  const begin = async (fields: object): Promise<Visitor> => {
    const answer = await request(url).post('/console/session').type('form').send(fields);
    const cookie = answer.headers['set-cookie']![0]!.split(';')[0]!;
    const get = async (path: string) => request(url).get(`/console${path}`).set('Cookie', cookie);
    const token = /name="token" value="([^"]+)"/.exec((await get('')).text)![1]!;
    return {
      ...{ cookie, token, get },
      post: async (path, fields) =>
        request(url)
          .post(`/console${path}`)
          .set('Cookie', cookie)
          .type('form')
          .send({ ...fields, token }),
      upload: async (path, { name, content }, fields = {}) =>
        request(url)
          .post(`/console${path}`)
          .set('Cookie', cookie)
          .field({ ...fields, token })
          .attach('file', Buffer.from(content), name),
    };
  };
  return {
    signIn: (key: string) => begin({ key }),
    operator: async (name: string, role: Role) => begin({ link: await makeLink(db, name, role) }),
  };
}
