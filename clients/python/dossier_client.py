"""Reads and mirrors a Dossier service with the standard library of Python 3.9 or newer.

    client = Client(os.environ['DOSSIER_URL'], os.environ['DOSSIER_KEY'])
    for item in client.list('/api/v1/news/company/', company_domain='stripe.com'):
        print(item['headline'])

As a program: python3 dossier_client.py mirror copy.db [--follow], and verify copy.db
"""

import argparse
import decimal
import hashlib
import http.client
import json
import os
import random
import re
import sqlite3
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib

NUMBERED = ('company', 'document')
KINDS = ('company', 'document', 'filing', 'event', 'news', 'metric')
PASSING = (408, 429, 500, 502, 503, 504)
FIRST_WAIT = 0.25
AT_ONCE = 1000
IDS_AT_ONCE = 100
CHUNK = 64 * 1024


class DossierError(Exception):
    """An error response of the service. In a list, `page` is the address to go on from."""

    def __init__(self, status, code, message):
        super().__init__(message)
        self.status = status
        self.code = code
        self.page = None
        self.retry_after = None


class FinalError(Exception):
    """An error that another try does not help."""


def id_of(kind, row):
    """Returns the id of a record as text."""
    return str(row[{'event': 'event_id', 'metric': 'metric_id'}.get(kind, 'id')])


class Client:
    """A client of a service."""

    def __init__(self, url, key, tries=8, timeout=120, longest_wait=60, headers=None):
        self.url = url.rstrip('/')
        self.key = key
        self.tries = tries
        self.timeout = timeout
        self.longest_wait = longest_wait
        self.headers = headers or {}
        self._free_at = 0.0

    def get(self, path, **given):
        """Returns the response of a GET. `given` has the parameters of the path and of the query."""
        return self._send(_address(path, given))

    def post(self, path, body):
        """Returns the response of a list, a search or a lookup that is sent as POST."""
        return self._send(path, body)

    def company(self, **lookup):
        """Returns a company by `company_domain`, `id` or `company_slug`."""
        return self.get('/api/v1/companies/', **lookup)['company']

    def list(self, path, **given):
        """Yields the items of a list, page by page. A page that fails is read again."""
        seen = set()
        address = _address(path, given)
        while address:
            if address in seen:
                raise FinalError(f'The list {path} repeats its page {address}.')
            seen.add(address)
            try:
                page = self._send(address)
            except DossierError as error:
                error.page = urllib.parse.urljoin(self.url, address)
                raise
            items = next((value for value in page.values() if isinstance(value, list)), None)
            if items is None:
                raise FinalError(f'{path} is not a list.')
            yield from items
            address = _next(address, page)

    def changes(self, place, wait=0, limit=1000):
        """Yields pages of changes after a place (`seq`, `epoch`), each with the place after it."""
        while True:
            seq, epoch = place
            page = self.get('/api/v1/changes/', after=seq, epoch=epoch, limit=limit, wait=wait)
            pagination = page['pagination']
            place = (pagination['last_seq'], pagination['epoch'])
            yield page['changes'], place
            if not pagination['has_more'] and wait == 0:
                return

    def records(self, kind, ids):
        """Yields the records with these ids, without unknown ones."""
        ids = list(ids)
        for start in range(0, len(ids), IDS_AT_ONCE):
            part = ids[start : start + IDS_AT_ONCE]
            yield from self.get('/api/v1/records/{kind}/', kind=kind, ids=part)['records']

    def all_records(self, kind):
        """Yields all records of a kind."""
        after = None
        while True:
            page = self.get('/api/v1/records/{kind}/', kind=kind, limit=500, after=after)
            yield from page['records']
            after = page['next_after']
            if after is None:
                return

    def newest_snapshot(self):
        """Returns the newest snapshot, or None."""
        return next(iter(self.get('/api/v1/snapshots/')['snapshots']), None)

    def rows_of(self, file):
        """Yields the rows of a file of a snapshot. A lost connection goes on where it ended."""
        inflate = zlib.decompressobj(wbits=31)
        rows, rest = 0, b''
        for chunk in self._download(file):
            *lines, rest = (rest + inflate.decompress(chunk)).split(b'\n')
            for line in lines:
                yield json.loads(line)
            rows += len(lines)
        if rest or rows != file['rows']:
            raise FinalError(f"{file['name']} has {rows} rows instead of {file['rows']}.")

    def _download(self, file):
        """Yields the bytes of a file, and checks them."""
        digest = hashlib.sha256()
        at, tried = 0, 0
        while at < file['bytes']:
            headers = {'range': f'bytes={at}-'} if at else {}
            try:
                with self._open(file['url'], None, headers) as response:
                    if at and response.status != 206:
                        raise FinalError(f"{file['name']} cannot be continued at byte {at}.")
                    while chunk := response.read1(CHUNK):
                        digest.update(chunk)
                        at += len(chunk)
                        tried = 0
                        yield chunk
            except (OSError, http.client.HTTPException, DossierError) as error:
                tried += 1
                self._wait_after(error, tried)
            else:
                # A body that ends early raises nothing here.
                tried += 1
                if at < file['bytes'] and tried >= self.tries:
                    raise FinalError(f"{file['name']} ends at byte {at} of {file['bytes']}.")
        if digest.hexdigest() != file['sha256']:
            raise FinalError(f"{file['name']} is damaged: its SHA-256 differs.")

    def _send(self, address, body=None):
        tried = 0
        while True:
            try:
                with self._open(address, body, {}) as response:
                    return json.loads(response.read())
            except (OSError, http.client.HTTPException, ValueError, DossierError) as error:
                tried += 1
                self._wait_after(error, tried)

    def _open(self, address, body, headers):
        """Sends a request once. Without tasks left, waits as `RateLimit` says."""
        self._wait(self._free_at - time.monotonic())
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self._target(address),
            data=data,
            headers={
                'accept': 'application/json, application/problem+json, */*;q=0.1',
                'authorization': f'Token {self.key}',
                **({} if data is None else {'content-type': 'application/json'}),
                **self.headers,
                **headers,
            },
        )
        try:
            response = urllib.request.urlopen(request, timeout=self.timeout)
        except urllib.error.HTTPError as answer:
            with answer:
                self._note_limit(answer.headers)
                error = _error_of(answer.code, answer.read().decode(errors='replace'))
                error.retry_after = answer.headers.get('retry-after')
            raise error from None
        self._note_limit(response.headers)
        return response

    def _note_limit(self, headers):
        found = re.search(r';r=(\d+);t=(\d+)', headers.get('ratelimit', ''))
        if found and found[1] == '0':
            self._free_at = time.monotonic() + int(found[2])

    def _wait_after(self, error, tried):
        """Waits before the next try, or raises the error if there is none."""
        is_passing = not isinstance(error, DossierError) or error.status in PASSING
        if not is_passing or tried >= self.tries:
            raise error
        seconds = FIRST_WAIT * 2 ** (tried - 1) * random.uniform(0.5, 1)
        after = getattr(error, 'retry_after', None)
        if after is not None and after.isdigit():
            seconds = int(after) + random.uniform(0, FIRST_WAIT)
        self._wait(seconds)

    def _wait(self, seconds):
        time.sleep(max(0, min(seconds, self.longest_wait)))

    def _target(self, address):
        """Returns where to send a request. Links name the public address of the service, which may differ."""
        parts = urllib.parse.urlsplit(address)
        if not parts.scheme:
            return self.url + address
        base = urllib.parse.urlsplit(self.url)
        path = parts.path if parts.path.startswith(base.path) else base.path + parts.path
        return urllib.parse.urlunsplit((base.scheme, base.netloc, path, parts.query, ''))


def _address(path, given):
    """Returns a path with its parameters filled in, and the others as a query string."""
    given = {name: value for name, value in given.items() if value is not None}
    path = re.sub(r'\{(\w+)\}', lambda found: urllib.parse.quote(str(given.pop(found[1])), safe=''), path)
    texts = {name: _text(value) for name, value in given.items()}
    return path + (f'{"&" if "?" in path else "?"}{urllib.parse.urlencode(texts)}' if texts else '')


def _next(address, page):
    """Returns the address of the next page: a link, or the address of this page with the place after it."""
    pagination = page.get('pagination') or {}
    after = pagination['last_seq'] if pagination.get('has_more') else page.get('next_after')
    place = {'offset': pagination.get('next_offset'), 'after': after}
    if all(value is None for value in place.values()):
        return pagination.get('next_link') or pagination.get('next')
    path, _, query = address.partition('?')
    return _address(path, {**dict(urllib.parse.parse_qsl(query)), **place})


def _text(value):
    if isinstance(value, bool):
        return str(value).lower()
    return ','.join(map(str, value)) if isinstance(value, (list, tuple, set)) else str(value)


def _error_of(status, text):
    try:
        body = json.loads(text)
        message = body.get('detail') or body.get('error')
        return DossierError(status, body.get('code'), message if isinstance(message, str) else text)
    except (ValueError, AttributeError):
        return DossierError(status, None, text or f'The service answered {status}.')


class Copy:
    """A copy in a SQLite file, in the tables that the client for JavaScript has, too."""

    def __init__(self, file):
        self.db = sqlite3.connect(file, isolation_level=None)
        self.db.execute(
            'create table if not exists records (kind text not null, id text not null, json text not null, '
            'primary key (kind, id)) without rowid'
        )
        self.db.execute('create table if not exists place (seq integer not null, epoch text not null)')

    def place(self):
        """Returns the place of the copy, or None if it is incomplete."""
        return self.db.execute('select seq, epoch from place').fetchone()

    def clear(self):
        """Deletes everything, for a new copy."""
        self.save([], None, is_new=True)

    def save(self, records, place, is_new=False):
        """Stores records, deletes those that are None, and stores the place, in one transaction."""
        self.db.execute('begin immediate')
        try:
            if is_new:
                self.db.execute('delete from records')
            for kind, record_id, row in records:
                if row is None:
                    self.db.execute('delete from records where kind = ? and id = ?', (kind, record_id))
                else:
                    text = json.dumps(row, ensure_ascii=False, separators=(',', ':'))
                    self.db.execute('insert or replace into records values (?, ?, ?)', (kind, record_id, text))
            if is_new or place:
                self.db.execute('delete from place')
            if place:
                self.db.execute('insert into place values (?, ?)', place)
            self.db.execute('commit')
        except BaseException:
            self.db.execute('rollback')
            raise

    def checksums(self, kind):
        """Yields the id and the SHA-256 of each record of a kind."""
        query = 'select id, json from records where kind = ? order by id'
        for record_id, text in self.db.execute(query, (kind,)):
            yield record_id, hashlib.sha256(_json(json.loads(text)).encode()).hexdigest()

    def companies_of(self, category):
        """Returns the ids of the companies in a category."""
        query = (
            "select records.id from records, json_each(records.json, '$.categories') as each "
            "where kind = 'company' and json_extract(each.value, '$.id') = ?"
        )
        return [found for (found,) in self.db.execute(query, (int(category),))]


def mirror(client, copy, wait=0, on_restart=lambda reason: None):
    """Copies all records: the newest snapshot first, then each change. Goes on where it was, and returns its place.

    With `wait`, follows changes and waits up to so many seconds for each. If the feed lacks the changes after the copy,
    begins once with the newest snapshot.
    """
    is_second = False
    while True:
        place = copy.place() or _copy_all(client, copy)
        try:
            for changes, place in client.changes(place, wait):
                copy.save(list(_read_again(client, copy, changes)), place)
            return place
        except DossierError as error:
            if error.status != 410:
                raise
            if is_second:
                raise FinalError('The changes after the newest snapshot are not kept. Ask the operator for a new one.')
            is_second = True
            on_restart(str(error))
            copy.clear()


def _copy_all(client, copy):
    """Copies the newest snapshot; all records of the API, if the service has none."""
    snapshot = client.newest_snapshot()
    copy.clear()
    # What changes while records are read is in the feed after this place.
    start = snapshot or client.get('/api/v1/changes/latest/')
    for kind in KINDS:
        if not snapshot:
            _copy(copy, kind, client.all_records(kind))
        for file in snapshot['files'] if snapshot else []:
            if file['kind'] == kind and file['format'] == 'ndjson' and file['rows'] > 0:
                _copy(copy, kind, client.rows_of(file))
    place = (start['seq'], start['epoch'])
    copy.save([], place)
    return place


def _copy(copy, kind, rows):
    batch = []
    for row in rows:
        batch.append((kind, id_of(kind, row), row))
        if len(batch) >= AT_ONCE:
            copy.save(batch, None)
            batch = []
    copy.save(batch, None)


def verify(client, copy):
    """Compares a copy with the checksums of the service, and repairs what differs.

    Returns a list of (kind, id, difference), whose difference is `missing`, `surplus` or `changed`. Brings the copy up to
    date before and afterwards: what changes meanwhile is no difference.
    """
    began = mirror(client, copy)
    found = [each for kind in KINDS for each in _compare(client, copy, kind)]
    touched = {kind: {} for kind in KINDS}
    for changes, _ in client.changes(began):
        for kind, ids in _changed_ids(copy, changes).items():
            touched[kind].update(ids)
    now = mirror(client, copy)
    found = [each for each in found if each[1] not in touched[each[0]]]
    for kind in KINDS:
        wrong = [record_id for each, record_id, _ in found if each == kind]
        # The service rejects an id that no record of the kind can have.
        possible = [each for each in wrong if kind not in NUMBERED or re.fullmatch(r'[0-9]{1,10}', each)]
        rows = {id_of(kind, row): row for row in client.records(kind, possible)}
        copy.save([(kind, record_id, rows.get(record_id)) for record_id in wrong], now)
    return found


def _compare(client, copy, kind):
    """Yields the records of a kind that differ from those of the service."""
    ours = dict(copy.checksums(kind))
    after = ''
    while after is not None:
        given = {'after': after} if after else {}
        page = client.get('/api/v1/checksums/{kind}/', kind=kind, records=True, limit=5000, **given)
        for each in page['records']:
            own = ours.pop(each['id'], None)
            if own != each['sha256']:
                yield kind, each['id'], 'missing' if own is None else 'changed'
        after = page['next_after']
    yield from ((kind, record_id, 'surplus') for record_id in ours)


def _json(value):
    """Returns JSON as the service writes it, for its checksum. Python writes small numbers in another way."""
    if isinstance(value, dict):
        return '{' + ','.join(f'{_json(name)}:{_json(each)}' for name, each in value.items()) + '}'
    if isinstance(value, list):
        return '[' + ','.join(map(_json, value)) + ']'
    if isinstance(value, float) and 1e-6 <= abs(value) < 1e-4:
        return format(decimal.Decimal(repr(value)), 'f')
    if isinstance(value, float):
        return repr(value).replace('e-0', 'e-').removesuffix('.0')
    return json.dumps(value, ensure_ascii=False)


def _read_again(client, copy, changes):
    """Yields the records that changes may have changed. A missing one was deleted: a later change says so, too."""
    for kind, wanted in _changed_ids(copy, changes).items():
        found = {id_of(kind, row): row for row in client.records(kind, wanted)}
        yield from ((kind, record_id, found.get(record_id)) for record_id in wanted)


def _changed_ids(copy, changes):
    """Returns the ids of the records of each kind that changes may have changed."""
    ids = {kind: {} for kind in KINDS}
    for change in changes:
        if change['kind'] == 'dataset':
            companies = change['company_ids']
        elif change['kind'] == 'category':
            companies = copy.companies_of(change['id'])
        else:
            companies = []
            if change['kind'] in ids:
                ids[change['kind']][str(change['id'])] = True
        ids['company'].update((str(company), True) for company in companies)
    return ids


def main():
    parser = argparse.ArgumentParser(
        description='Copy all records of a service into a SQLite file. Run it again at any time: it goes on where it was. '
        '"verify" compares the copy with the checksums of the service, and repairs the records that differ.',
        epilog='The environment variables DOSSIER_URL and DOSSIER_KEY have the address and the API key.',
    )
    parser.add_argument('command', choices=['mirror', 'verify'])
    parser.add_argument('file', help='the SQLite file')
    parser.add_argument('--follow', action='store_true', help='keep running, and copy each change when it comes')
    given = parser.parse_args()
    url, key = os.environ.get('DOSSIER_URL'), os.environ.get('DOSSIER_KEY')
    if not url or not key:
        parser.error('Set DOSSIER_URL to the address of the service, and DOSSIER_KEY to your API key.')
    client, copy = Client(url, key), Copy(given.file)
    report = lambda reason: print(f'Copying again: {reason}', file=sys.stderr)
    try:
        if given.command == 'verify':
            found = verify(client, copy)
            for kind, record_id, difference in found:
                print(f'{kind} {record_id}: {difference}, repaired')
            print(f'Repaired {len(found)} records.' if found else 'The copy equals the service.')
            sys.exit(3 if found else 0)
        seq, _ = mirror(client, copy, on_restart=report)
        print(f'The copy is complete up to change {seq}.', flush=True)
        if given.follow:
            mirror(client, copy, wait=25, on_restart=report)
    except (DossierError, FinalError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        pass


if __name__ == '__main__':
    main()
