/** For each format the value that claims least: the null id, the first day, an address that cannot exist. */
const neutralValues: Record<string, string> = {
  date: '1970-01-01',
  'date-time': '1970-01-01T00:00:00Z',
  'iso-date-time': '1970-01-01T00:00:00Z',
  time: '00:00:00Z',
  'iso-time': '00:00:00Z',
  duration: 'PT0S',
  email: 'unknown@example.invalid',
  'idn-email': 'unknown@example.invalid',
  hostname: 'example.invalid',
  'idn-hostname': 'example.invalid',
  ipv4: '0.0.0.0',
  ipv6: '::',
  uri: 'about:blank',
  url: 'https://example.invalid/',
  'uri-reference': '',
  iri: 'about:blank',
  'iri-reference': '',
  'uri-template': '',
  uuid: '00000000-0000-0000-0000-000000000000',
  'json-pointer': '',
  'relative-json-pointer': '0',
  regex: '',
  byte: '',
  binary: '',
  password: '',
};

export function neutralForFormat(format: unknown): string | undefined {
  return typeof format === 'string' && Object.hasOwn(neutralValues, format) ? neutralValues[format] : undefined;
}
