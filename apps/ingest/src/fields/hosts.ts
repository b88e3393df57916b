import { companyNameKey } from '@dossier/shared';
import { parse } from 'tldts';

/**
 * Hosts on which many companies have a page, a shop or a mailbox. A subdomain of one user, such as acme.wordpress.com,
 * is no such host. Hosts with a subdomain for each user are also in the Public Suffix List.
 */
const SHARED = new Set(
  (
    'about.me angel.co aol.com apps.apple.com behance.net bit.ly bitbucket.org ' +
    'blogger.com blogspot.com carrd.co crunchbase.com discord.com discord.gg docs.google.com drive.google.com ' +
    'en.wikipedia.org etsy.com eventbrite.com facebook.com fb.com fb.me flickr.com ' +
    'forms.gle github.com gitlab.com glassdoor.com gmail.com gofundme.com goo.gl groups.google.com ' +
    'hotmail.com indiegogo.com instagram.com issuu.com itunes.apple.com kickstarter.com linkedin.com ' +
    'linktr.ee live.com maps.google.com medium.com meetup.com msn.com myspace.com notion.site notion.so ' +
    'outlook.com patreon.com pinterest.com play.google.com plus.google.com producthunt.com quora.com reddit.com ' +
    'scribd.com sites.google.com slideshare.net sourceforge.net substack.com t.co t.me telegram.me tiktok.com ' +
    'tinyurl.com tumblr.com twitch.tv twitter.com vimeo.com vk.com wa.me wechat.com weebly.com weibo.com ' +
    'wellfound.com whatsapp.com wikipedia.org wix.com wordpress.com x.com xing.com yahoo.com yelp.com ' +
    'youtu.be youtube.com ' +
    // Archives, caches, translations and short links.
    'archive.org web.archive.org archive.ph archive.is archive.today archive.li archive.vn archive.fo archive.md ' +
    'webcitation.org perma.cc webcache.googleusercontent.com translate.google.com translate.goog buff.ly is.gd rb.gy ' +
    'cutt.ly lnkd.in ow.ly t.ly tiny.cc rebrand.ly shorturl.at dlvr.it trib.al amzn.to g.page maps.app.goo.gl ' +
    'l.facebook.com l.instagram.com slack-redir.net urldefense.com ' +
    // Stores, social sites, registers and builders of pages.
    'appgallery.huawei.com apps.microsoft.com chrome.google.com chromewebstore.google.com addons.mozilla.org ' +
    'apps.shopify.com accounts.google.com login.microsoftonline.com drive.proton.me dropbox.com dl.dropbox.com ' +
    'threads.net threads.com mastodon.social bsky.app snapchat.com ok.ru line.me blog.naver.com cafe.naver.com ' +
    'smartstore.naver.com douyin.com f6s.com pitchbook.com tracxn.com owler.com zoominfo.com opencorporates.com ' +
    'find-and-update.company-information.service.gov.uk sec.gov trustpilot.com g2.com capterra.com clutch.co ' +
    'indeed.com prnewswire.com businesswire.com beacons.ai bio.link taplink.cc wixsite.com squarespace.com ' +
    'business.site canva.site telegra.ph ' +
    // Other front ends of social sites.
    'nitter.net xcancel.com invidious.io yewtu.be libredd.it teddit.net fxtwitter.com vxtwitter.com mobile.twitter.com'
  ).split(' '),
);

/** The hosts that have a subdomain for each language or country, such as de.linkedin.com. */
const REGIONAL = /^[a-z]{2}(-[a-z]{2})?\.(?=(facebook|linkedin|wikipedia)\.(com|org)$)/;

/** Returns whether many companies have pages on a host. Ignores `www.`, and subdomains for phones such as `m.`. */
export function isSharedHost(host: string): boolean {
  const bare = host.replace(/^(www|m|mobile|touch)\./, '');
  return SHARED.has(bare) || SHARED.has(bare.replace(REGIONAL, ''));
}

/** Companies whose name is not that of their host. */
const OWNERS: Record<string, string[]> = {
  facebook: ['meta'],
  fb: ['meta', 'facebook'],
  angel: ['angellist', 'angel list'],
  x: ['twitter'],
  archive: ['internet archive'],
  bsky: ['bluesky'],
  snapchat: ['snap'],
  medium: ['a medium'],
  wordpress: ['automattic'],
  vk: ['vkontakte'],
  xing: ['new work'],
};

const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
/** What the owner of a host adds to its name: ZoomInfo Technologies, Trustpilot Group. */
const ADDED = /(?:technologies|group|holdings?|platforms|labs|data|interactive|media|social)$/;

/** Returns whether a name is that of the host's owner: LinkedIn Corp. owns linkedin.com, Snap Inc. snapchat.com. */
function isOwner(name: string, domain: string): boolean {
  const { domainWithoutSuffix } = parse(domain);
  const label = domainWithoutSuffix ?? domain.split('.')[0]!;
  const key = companyNameKey(name);
  const names = [label, domain, ...(OWNERS[label] ?? [])].map(bare);
  return [key, key.replace(ADDED, ''), bare(name.toLowerCase())].some((each) => names.includes(each));
}

/**
 * Returns why a domain cannot be the domain of a company, or undefined if it can. Rejects public suffixes, such as co.uk
 * and github.io, and hosts that many companies share. The owner of such a host may have it as its domain. Its suffix for
 * users, such as myshopify.com, may be an alternative domain.
 */
export function hostProblem(
  domain: string,
  name: string | undefined,
  { isAlternative = false }: { isAlternative?: boolean } = {},
): string | undefined {
  const host = domain.replace(/^www\./, '');
  const parsed = parse(host, { allowPrivateDomains: true });
  const isSuffix = parsed.domain === null && (parsed.isIcann === true || parsed.isPrivate === true);
  const isShared = isSharedHost(host);
  if (!isSuffix && !isShared) return undefined;
  if (isAlternative && !parsed.isIcann && !isShared) return undefined;
  if (!parsed.isIcann || isShared) {
    if (name !== undefined && isOwner(name, host)) return undefined;
  }
  const whose = name === undefined ? 'a company' : name;
  const way = `give the website of ${whose}, or leave its domain empty`;
  return isShared
    ? `shared host: many companies have pages on ${domain}, so it is not the domain of ${whose}; ${way}`
    : `public suffix: domains end with ${domain}, so it is not the domain of ${whose}; ${way}`;
}
