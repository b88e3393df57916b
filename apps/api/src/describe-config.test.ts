import { describe, expect, it } from '@jest/globals';
import { placeOf } from './describe-config.ts';

describe('an address in the log', () => {
  it.each([
    [
      'postgres://user:secret@db.example.com:5432/dossier?password=secret',
      'postgres://db.example.com:5432/dossier',
    ],
    ['https://secret@keys.example.com/jwks/#secret', 'https://keys.example.com/jwks'],
    ['sqlite:data/dossier.db', 'sqlite:data/dossier.db'],
    ['https://user:secret@', 'https'],
    ['user:secret@db.example.com', 'user'],
    ['localhost:secret/path', 'localhost'],
    ['token@db.example.com', 'token'],
    ['partners?key=secret', 'partners'],
    ['partners', 'partners'],
  ])('has no secrets: %s', (address, expected) => {
    expect(placeOf(address)).toBe(expected);
  });
});
