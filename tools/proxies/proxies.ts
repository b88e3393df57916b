import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DOCKER = resolve(import.meta.dirname, '../../docker');

/** Where a proxy listens, and the replicas behind it. */
export interface Places {
  host: string;
  port: number;
  replicas: [string, string];
}

/** A command, with its environment variables. */
interface Command {
  command: string;
  args: string[];
  env: Record<string, string>;
}

/** A proxy, with the file of `docker/` that configures it. */
export interface Proxy {
  name: 'caddy' | 'nginx';
  file: string;
  /** Prints its version, on standard output or standard error. */
  version: string[];
  /** Prepares the shipped file for these places in a folder, and returns how to start the proxy. */
  prepare(folder: string, places: Places): Command;
}

const caddy: Proxy = {
  name: 'caddy',
  file: 'Caddyfile',
  version: ['version'],
  prepare: (folder, { host, port, replicas }) => ({
    command: 'caddy',
    args: ['run', '--adapter', 'caddyfile', '--config', join(DOCKER, 'Caddyfile')],
    env: {
      // With http://, Caddy asks for no certificate.
      DOMAIN: `http://${host}:${port}`,
      REPLICAS: replicas.join(' '),
      CADDY_ADMIN: `unix/${join(folder, 'admin.sock')}`,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  }),
};

const nginx: Proxy = {
  name: 'nginx',
  file: 'nginx.conf',
  version: ['-v'],
  prepare: (folder, places) => {
    writeFileSync(join(folder, 'dossier.conf'), nginxSite(read('nginx.conf'), places));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const lines = [
      'daemon off;',
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      `pid ${folder}/pid;`,
      'error_log stderr notice;',
      'events {}',
      'http {',
      'access_log off;',
      ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
      `include ${folder}/dossier.conf;`,
      '}',
    ];
    writeFileSync(join(folder, 'nginx.conf'), lines.join('\n'));
    return { command: 'nginx', args: ['-p', folder, '-c', join(folder, 'nginx.conf')], env: {} };
  },
};

export const proxies: Proxy[] = [caddy, nginx];

/**
 * Replaces what `docker/nginx.conf` asks its reader to replace, and leaves TLS out.
 * @throws Error when a text to replace is missing
 */
export function nginxSite(file: string, { host, port, replicas }: Places): string {
  const replaced: [from: string | RegExp, to: string][] = [
    ['server 127.0.0.1:3000', `server ${replicas[0]}`],
    ['server 127.0.0.1:3001', `server ${replicas[1]}`],
    ['listen 443 ssl', `listen ${host}:${port}`],
    ['api.example.com', host],
    [/^ *ssl_certificate.*\n/gm, ''],
  ];
  return replaced.reduce((site, [from, to]) => {
    const next = site.replace(from, to);
    if (next === site) throw new Error(`docker/nginx.conf does not contain ${from}.`);
    return next;
  }, file);
}

const read = (name: string) => readFileSync(join(DOCKER, name), 'utf8');

/** Returns the SHA-256 of the configuration of a proxy. */
export const checksumOf = ({ file }: Proxy): string => createHash('sha256').update(read(file)).digest('hex');

/** Returns the version of an installed proxy. @throws Error with the remedy if it is not installed */
export function versionOf({ name, version }: Proxy): string {
  try {
    // nginx prints its version on standard error.
    const printed = execFileSync('sh', ['-c', `${name} ${version.join(' ')} 2>&1`]).toString();
    return /\d+\.\d+\.\d+/.exec(printed)![0];
  } catch (error) {
    throw new Error(`${name} is not installed. Run: apt-get install ${name}`, { cause: error });
  }
}
