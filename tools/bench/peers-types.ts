import type { Db } from '@dossier/store';
import type { Ask, PeerQuestion, Row } from './peers-questions.ts';
import type { Target } from './speed-ask.ts';
import type { Server } from './speed-servers.ts';

/** The connections of each program to Postgres: the default of all of them. */
export const POOL = 10;

/** Another program that answers questions from the tables of a Postgres database. */
export interface Peer {
  name: string;
  /** The name of its folder. */
  id: string;
  /** Packages of npm with exact versions. They are no dependencies of the project. */
  packages: Record<string, string>;
  /** Packages that the program installs but does not need for the questions; an empty package replaces them. */
  omitted?: string[];
  /** The least major version of Node. */
  node: number;
  start: (place: Place) => Promise<Started>;
}

/** Where a program is installed, and what it reads. */
export interface Place {
  folder: string;
  /** The binary of Node. */
  node: string;
  databaseUrl: string;
  db: Db;
  questions: PeerQuestion[];
}

export interface Started {
  server: Server;
  targetOf: (question: PeerQuestion, ask: Ask) => Target;
  /** Returns the rows of a response, and the number of all matching rows if the question needs it. */
  rowsOf: (answer: Buffer) => { rows: Row[]; total: number | undefined };
}
