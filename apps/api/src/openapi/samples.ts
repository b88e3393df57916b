import { hasBody, type Endpoint } from '../http/endpoint.ts';

/** A sample of code that sends a request. */
export interface Sample {
  lang: 'Shell' | 'TypeScript' | 'Python';
  label: 'curl' | 'TypeScript' | 'Python';
  source: string;
}

/**
 * Returns the samples of an endpoint with its example at an address. TypeScript and Python need no package; they are for
 * responses in JSON only.
 */
export function samplesOf(endpoint: Endpoint, address: string): Sample[] {
  const curl: Sample = { lang: 'Shell', label: 'curl', source: curlOf(endpoint, address) };
  if (endpoint.produces !== 'application/json') return [curl];
  return [
    curl,
    { lang: 'TypeScript', label: 'TypeScript', source: typeScriptOf(endpoint, address) },
    { lang: 'Python', label: 'Python', source: pythonOf(endpoint, address) },
  ];
}

const KEY = 'Token <API_KEY>';

function curlOf({ method, access, example = {} }: Endpoint, address: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return [
    `curl ${quoted(address)}`,
    ...(access === 'partner' ? [`-H 'Authorization: ${KEY}'`] : []),
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(hasBody(method)
      ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example))}`]
      : []),
  ].join(' \\\n  ');
}

/** Returns the headers of a request as the members of an object in both languages. */
const headersOf = ({ method, access }: Endpoint, quote: (name: string) => string): string[] => [
  ...(access === 'partner' ? [`${quote('Authorization')}: '${KEY}'`] : []),
  ...(hasBody(method) ? [`'Content-Type': 'application/json'`] : []),
];

function typeScriptOf(endpoint: Endpoint, address: string): string {
  const { method, example = {} } = endpoint;
  const headers = headersOf(endpoint, (name) => name);
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(hasBody(method) ? [`body: JSON.stringify(${JSON.stringify(example)})`] : []),
  ];
  const sent = options.length > 0 ? `, {\n${options.map((option) => `  ${option},\n`).join('')}}` : '';
  return [
    `const response = await fetch('${address}'${sent});`,
    'if (!response.ok) throw new Error(await response.text());',
    'console.log(await response.json());',
  ].join('\n');
}

function pythonOf(endpoint: Endpoint, address: string): string {
  const { method, example = {} } = endpoint;
  const headers = headersOf(endpoint, (name) => `'${name}'`);
  const options = [
    ...(method === 'GET' ? [] : [`method='${method}'`]),
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    // The quotes and escapes of a text are the same in JSON and in Python.
    ...(hasBody(method) ? [`data=${JSON.stringify(JSON.stringify(example))}.encode()`] : []),
  ];
  const sent = options.map((option) => `    ${option},\n`).join('');
  return [
    'import json',
    'import urllib.request',
    '',
    `request = urllib.request.Request(\n    '${address}',\n${sent})`,
    'with urllib.request.urlopen(request) as response:',
    '    print(json.load(response))',
  ].join('\n');
}
