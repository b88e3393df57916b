/** A phrase that readers stumble over, and what to write instead. */
interface Phrase {
  pattern: RegExp;
  write: string;
}

const be = '(?:is|are|was|were|be|been|being)';

/** Returns the phrase for a pattern, which matches whole words in either case; a blank matches a line break too. */
function phrase(pattern: string, write: string): Phrase {
  const words = pattern.replaceAll(' ', '\\s+');
  return { pattern: new RegExp(`\\b(?:${words})(?![\\w-])`, 'gi'), write };
}

/** The phrases that no document, help text, message or log line may contain. Proper uses are excluded by each pattern. */
export const phrases: Phrase[] = [
  phrase(
    'tells?|told|telling',
    'prints, shows, reports, logs; to tell apart: distinguish; unless told otherwise: by default',
  ),
  phrase(
    `says? (?:so|of|nothing|what|which|whose|how|whether|when|where|who|why|it|no|in)|said so|${be} said`,
    'names, shows, reports, states',
  ),
  phrase('speaks?(?! (?:\\w+ish|HTTP))|spoken of', 'reports, describes'),
  phrase('stands?(?! (?:for|in for|alone|up))|stood', 'is, appears, stays; as it stands: unchanged'),
  phrase(
    'holds(?! (?:\\w+ ){0,3}(?:locks?|connections?|writer|transaction|slot))',
    'contains, has, lists; of a rule: is true',
  ),
  phrase('held (?:to|against)', 'checked against'),
  phrase(`(?:${be}|what|has) gone`, 'missing, deleted, removed'),
  phrase('no longer (?:has|have|holds?)', 'missing, removed'),
  phrase('beside', 'next to, as well as, standby'),
  phrase('mend(?:s|ed|ing)?', 'repair, fix, correct'),
  phrase('of now|the one before', 'current, previous'),
  phrase('that there (?:is|are|was|were)(?= not\\b|[.,;:)]| and\\b| or\\b)', 'existing, unknown'),
  phrase(`${be} not there|what ${be} there|(?:that|which) ${be} there`, 'missing, unknown, existing'),
  phrase('who(?:so|some)?ever|whomever', 'anyone who, if you, a user who'),
  phrase('(?:for|from|of|to) who|whom', 'for users who, anyone who'),
  phrase(`whose (?:it|they|this|an? \\w+) ${be}`, 'the owner of, which database it belongs to'),
  phrase('called wrongly', 'usage error'),
  phrase(
    `${be} given`,
    'name the actor: returns, passes, sets, contains; with an option: "with --x", "without --x"',
  ),
  phrase('gives(?! up)|gives? (?:out|back)|given (?:out|back|twice)', 'returns, prints, names, makes'),
  phrase('takes (?:no|none|only|either|both|these|those|what|all|every|each|any)', 'accepts'),
  phrase(
    `refuses?(?! (?:to|connections?|the connection))|(?<!connection )(?<!(?:connection|load) (?:is|was|would be) )refused(?! the connection| load|, nothing)|refusals?`,
    'rejects; only the outcome of a whole load is "refused"',
  ),
  phrase('pass(?:es|ed|ing)? over', 'ignores, skips'),
  phrase(
    '(?:keys?|embeds?|tokens?) (?:that )?ends?|end (?:a|the|one|old) (?:key|embed|token)|ends? with (?:exit |code |exit code )?\\d',
    'expires, is revoked; of a program: exits with',
  ),
  phrase('anew', 'again, from scratch'),
  phrase('in silence', 'silently'),
  phrase('of that what', 'rewrite with a noun'),
  phrase('lines? to paste', 'example command, curl example'),
  phrase('another than', 'other than, a different'),
  phrase(
    'those (?:that|which) (?:leads?|have|were|are)',
    'name the things: the rows that, the companies that',
  ),
  phrase('heed(?:s|ed|ing)?', 'read, honour; ignored'),
  phrase('bec[ao]mes? of', 'the result of'),
  phrase('leads? nowhere', 'does not resolve, matches nothing'),
  phrase(
    '(?:brings?|brought|bringing)(?: (?:it|them|this|that|these|those))? in(?! line)',
    'index, add, import',
  ),
  phrase('in the place of', 'instead of, replaces'),
  phrase(`(?:that|what) ${be} (?:its|their|your) own`, 'its children, its records'),
  phrase('with a sentence|a sentence that', 'an error, a message'),
  phrase('(?:finds?|found) no fault', 'reports no differences'),
  phrase('wants(?! to)', 'needs, requires'),
  phrase(`${be} asked`, 'requested, sent; name the actor'),
  phrase(
    `what ${be} (?:put|loaded|kept|left out|not there|found|sent|stored)`,
    'name the things: the stored rows, the indexed entries',
  ),
  phrase(`${be} (?:that|those) of`, 'belongs to, equals'),
];
