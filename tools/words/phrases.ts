/** A phrase that readers stumble over, and what to write instead. */
interface Phrase {
  pattern: RegExp;
  write: string;
  /** A sentence with the phrase: the test checks that it is found. */
  bad: string;
  /** The same in plain English: the test checks that it passes. */
  good: string;
}

const be = '(?:is|are|was|were|be|been|being)';

/** Returns the phrase for a pattern, which matches whole words in either case; a blank matches a line break too. */
function phrase(pattern: string, write: string, bad: string, good: string): Phrase {
  const words = pattern.replaceAll(' ', '\\s+');
  return { pattern: new RegExp(`\\b(?:${words})(?![\\w-])`, 'gi'), write, bad, good };
}

/** The phrases that no document, help text, message or log line may contain. Proper uses are excluded by each pattern. */
export const phrases: Phrase[] = [
  phrase(
    'tells?|told|telling',
    'prints, shows, reports, logs; to tell apart: distinguish; unless told otherwise: by default',
    'The command tells which rows were rejected.',
    'The command prints the rejected rows.',
  ),
  phrase(
    `says? (?:so|of|nothing|what|which|whose|how|whether|when|where|who|why|it|no|in)|said so|${be} said`,
    'names, shows, reports, states',
    'The message says which rows are wrong.',
    'The message names the wrong rows. The specification says that dates are inclusive.',
  ),
  phrase(
    'speaks?(?! (?:\\w+ish|HTTP))|spoken of',
    'reports, describes',
    'It speaks of rows.',
    'It describes rows. It speaks HTTP.',
  ),
  phrase(
    'stands?(?! (?:for|in for|alone|up))|stood',
    'is, appears, stays; as it stands: unchanged',
    'The key stands in the header.',
    'The key is in the header. CIK stands for Central Index Key. The standby index is a stand-alone file.',
  ),
  phrase(
    'holds(?! (?:\\w+ ){0,3}(?:locks?|connections?|writer|transaction|slot))',
    'contains, has, lists; of a rule: is true',
    'The folder holds the mappings.',
    'The folder contains the mappings. The load holds the writer lock.',
  ),
  phrase(
    'held (?:to|against)',
    'checked against',
    'It is held to its schema.',
    'It is checked against its schema.',
  ),
  phrase(
    `(?:${be}|what|has) gone`,
    'missing, deleted, removed',
    'The record is gone.',
    'The record is deleted. 410 Gone.',
  ),
  phrase(
    'no longer (?:has|have|holds?)',
    'missing, removed',
    'What it no longer has.',
    'Rows missing from it.',
  ),
  phrase('beside', 'next to, as well as, standby', 'The index beside the other.', 'The standby index.'),
  phrase('mend(?:s|ed|ing)?', 'repair, fix, correct', 'Mend the file.', 'Fix the file. Amend the filing.'),
  phrase(
    'of now|the one before',
    'current, previous',
    'The index of now.',
    'The current index. One of nowhere.',
  ),
  phrase(
    'that there (?:is|are|was|were)(?= not\\b|[.,;:)]| and\\b| or\\b)',
    'existing, unknown',
    'Names of fields that there are not.',
    'Unknown fields. The report shows that there are no rejects.',
  ),
  phrase(
    `${be} not there|what ${be} there|(?:that|which) ${be} there`,
    'missing, unknown, existing',
    'A field that is not there.',
    'An unknown field.',
  ),
  phrase(
    'who(?:so|some)?ever|whomever',
    'anyone who, if you, a user who',
    'Whoever calls it.',
    'If you call it.',
  ),
  phrase(
    '(?:for|from|of|to) who|whom',
    'for users who, anyone who',
    'For who cannot see.',
    'For users who cannot see.',
  ),
  phrase(
    `whose (?:it|they|this|an? \\w+) ${be}`,
    'the owner of, which database it belongs to',
    'An index says whose it is.',
    'The index records the database it belongs to.',
  ),
  phrase('called wrongly', 'usage error', 'Called wrongly.', 'Usage error.'),
  phrase(
    `${be} given`,
    'name the actor: returns, passes, sets, contains; with an option: "with --x", "without --x"',
    'A list is given by each.',
    'Each returns a list. Set a given name.',
  ),
  phrase(
    'gives(?! up)|gives? (?:out|back)|given (?:out|back|twice)',
    'returns, prints, names, makes',
    'The list gives the ids.',
    'The list returns the ids. The client gives up.',
  ),
  phrase(
    'takes (?:no|none|only|either|both|these|those|what|all|every|each|any)',
    'accepts',
    'It takes only dates.',
    'It accepts only dates. It takes 3 seconds and takes effect after a restart.',
  ),
  phrase(
    `refuses?(?! (?:to|connections?|the connection))|(?<!connection )(?<!(?:connection|load) (?:is|was|would be) )refused(?! the connection| load|, nothing)|refusals?`,
    'rejects; only the outcome of a whole load is "refused"',
    'The API refuses a page_size of 51.',
    'The API rejects a page_size of 51. It refuses to start. Connection refused. The load was refused.',
  ),
  phrase('pass(?:es|ed|ing)? over', 'ignores, skips', 'It passes over blanks.', 'It skips blanks.'),
  phrase(
    '(?:keys?|embeds?|tokens?) (?:that )?ends?|end (?:a|the|one|old) (?:key|embed|token)|ends? with (?:exit |code |exit code )?\\d',
    'expires, is revoked; of a program: exits with',
    'A key that ends. It ends with 3.',
    'A key that expires. It exits with 3. The name ends with a dot.',
  ),
  phrase('anew', 'again, from scratch', 'Build it anew.', 'Build it again.'),
  phrase('in silence', 'silently', 'It fails in silence.', 'It fails silently.'),
  phrase('of that what', 'rewrite with a noun', 'Of that what was read.', 'Of the rows read.'),
  phrase('lines? to paste', 'example command, curl example', 'A line to paste.', 'A curl example.'),
  phrase('another than', 'other than, a different', 'Another than the last.', 'Other than the last.'),
  phrase(
    'those (?:that|which) (?:leads?|have|were|are)',
    'name the things: the rows that, the companies that',
    'Those that have a name.',
    'The rows that have a name.',
  ),
  phrase('heed(?:s|ed|ing)?', 'read, honour; ignored', 'It is not heeded.', 'It is ignored.'),
  phrase(
    'bec[ao]mes? of',
    'the result of',
    'What became of a row.',
    'The result of a row. A row becomes an event.',
  ),
  phrase('leads? nowhere', 'does not resolve, matches nothing', 'It leads nowhere.', 'It matches nothing.'),
  phrase(
    '(?:brings?|brought|bringing)(?: (?:it|them|this|that|these|those))? in(?! line)',
    'index, add, import',
    'Bring them in with ingest index.',
    'Index them with ingest index. Bring the API up.',
  ),
  phrase('in the place of', 'instead of, replaces', 'In the place of the old.', 'Instead of the old.'),
  phrase(
    `(?:that|what) ${be} (?:its|their|your) own`,
    'its children, its records',
    'Everything that is its own.',
    'The record and its children. A file of its own.',
  ),
  phrase(
    'with a sentence|a sentence that',
    'an error, a message',
    'Fails with a sentence.',
    'Fails with an error.',
  ),
  phrase(
    '(?:finds?|found) no fault',
    'reports no differences',
    'It finds no fault.',
    'It reports no differences.',
  ),
  phrase('wants(?! to)', 'needs, requires', 'The list wants a range.', 'The list requires a range.'),
  phrase(`${be} asked`, 'requested, sent; name the actor', 'When it is asked for.', 'On request.'),
  phrase(
    `what ${be} (?:put|loaded|kept|left out|not there|found|sent|stored)`,
    'name the things: the stored rows, the indexed entries',
    'What is loaded waits.',
    'Loaded rows wait.',
  ),
  phrase(`${be} (?:that|those) of`, 'belongs to, equals', 'It is that of another.', 'It belongs to another.'),
];
