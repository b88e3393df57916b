import { describe, expect, it } from '@jest/globals';
import { hostProblem } from '../../fields/hosts.ts';
import { countryKey } from '../../fields/countries.ts';
import { agreementOf, contradictionOf } from './agreement.ts';
import type { StatedFacts } from '../../kinds/row-rules.ts';

describe('the country of a company', () => {
  it.each([
    ['United States', 'US'],
    ['USA', 'US'],
    ['us', 'US'],
    ['The Netherlands', 'NL'],
    ['United Kingdom', 'GB'],
    ['UK', 'GB'],
    ['GBR', 'GB'],
    ['Germany', 'DE'],
    ['U.S.A.', 'US'],
    ['United States of America', 'US'],
    ['U.K.', 'GB'],
    ['England', 'GB'],
    ['Korea, Republic of', 'KR'],
    ['Viet Nam', 'VN'],
    ['Deutschland', 'DE'],
    ['España', 'ES'],
    ['Brasil', 'BR'],
    ['Schweiz', 'CH'],
    ['日本', 'JP'],
    ['中国', 'CN'],
    ['California', undefined],
    ['Ruritania', undefined],
    ['', undefined],
    [null, undefined],
  ])('reads %j as %j', (country, key) => expect(countryKey(country)).toBe(key));
});

describe('a match by name', () => {
  const company = { founding_year: 2016, headquarters_country: 'United States' };
  it.each<[StatedFacts, string | undefined]>([
    [{}, undefined],
    [{ country: 'USA', foundingYear: 2015, dates: ['2016-01-01', null, undefined] }, undefined],
    [{ country: 'Ruritania' }, undefined],
    [{ country: 'DEU' }, 'is of United States, not of DEU'],
    [{ foundingYear: 2014 }, 'was founded in 2016, not in 2014'],
    [{ dates: ['2016-05-01', '2012-03-01T00:00:00.000Z'] }, 'was founded in 2016, after 2012-03-01'],
    [{ asOf: '2013-10-31' }, 'was founded in 2016, after the source was made (2013-10-31)'],
  ])('with the stated %j is contradicted by: %s', (stated, expected) => {
    expect(contradictionOf(stated, company)).toBe(expected);
    expect(contradictionOf(stated, { founding_year: null, headquarters_country: null })).toBeUndefined();
  });
});

describe('a fact of a row', () => {
  const facts = (city: string | null, venue: string | null) => ({
    ...{ founding_year: null, headquarters_country: null, headquarters_city: city, people: [], entities: [] },
    listings: [{ ticker: 'BRK-B', venue }],
  });
  it.each([
    ['San Francisco', 'San Francisco, CA', true],
    ['SAN FRANCISCO, CA', 'San Francisco, CA', true],
    ['Portland, ME', 'Portland, OR', false],
    ['St. Louis', 'Saint Louis', true],
    ['New York City', 'New York, NY', true],
    ['São Paulo (SP)', 'Sao Paulo', true],
    ['San Diego', 'San Francisco', false],
    ['CA', ', CA', false],
    ['Remote', 'Remote', false],
    ['N/A', 'n/a', false],
  ])('has the city %s where a company has %s: %s', (city, stored, agrees) => {
    expect(agreementOf({ city }, facts(stored, null)) !== undefined).toBe(agrees);
  });

  it.each([
    ['BRK.B', 'NYSE', 'New York Stock Exchange', true],
    ['BRK/B', 'XNYS', 'nyse', true],
    ['BRK.B', 'NasdaqGS', 'NYSE', false],
    ['BRK.B', 'Bolsa de Lima', 'NYSE', false],
    ['BRK.B', undefined, 'NYSE', true],
    ['BRK.A', 'NYSE', 'NYSE', false],
  ])('lists %s at %s where a company is listed at %s: %s', (ticker, venue, stored, agrees) => {
    expect(agreementOf({ listings: [{ ticker, venue }] }, facts(null, stored)) !== undefined).toBe(agrees);
  });
});

it('agrees with no person who is unknown', () => {
  const facts = { founding_year: null, headquarters_country: null, headquarters_city: null, listings: [] };
  const stated = { people: ['N/A', 'Unknown', 'TBD'], entities: ['None'] };
  expect(agreementOf(stated, { ...facts, people: stated.people, entities: stated.entities })).toBeUndefined();
});

describe('the domain of a company', () => {
  it.each([
    ['facebook.com', 'Dirt Wurx Excavation', 'shared host'],
    ['www.facebook.com', 'Dirt Wurx Excavation', 'shared host'],
    ['m.facebook.com', 'Dirt Wurx Excavation', 'shared host'],
    ['uk.linkedin.com', 'Dirt Wurx Excavation', 'shared host'],
    ['nitter.net', 'Dirt Wurx Excavation', 'shared host'],
    ['ab.wordpress.com', 'Dirt Wurx Excavation', undefined],
    ['m.example.com', 'Dirt Wurx Excavation', undefined],
    ['sites.google.com', 'Acme', 'shared host'],
    ['linkedin.com', undefined, 'shared host'],
    ['github.io', 'Acme', 'public suffix'],
    ['co.uk', 'Co', 'public suffix'],
    ['facebook.com', 'Facebook, Inc.', undefined],
    ['facebook.com', 'Meta Platforms, Inc.', undefined],
    ['linkedin.com', 'LinkedIn Corporation', undefined],
    ['wix.com', 'Wix.com Ltd.', undefined],
    ['wordpress.com', 'Automattic, Inc.', undefined],
    ['xing.com', 'New Work SE', undefined],
    ['readme.io', 'ReadMe', undefined],
    ['acme.github.io', 'Acme', undefined],
    ['acme.co.uk', 'Acme', undefined],
    ['anvilworks.example', 'Anvilworks', undefined],
    ['bücher.de', 'Bücher', undefined],
  ])('%s of %s: %s', (domain, name, problem) => {
    const found = hostProblem(domain, name);
    expect(found?.split(':')[0]).toBe(problem);
    if (problem !== undefined) expect(found).toContain(domain);
  });
});
