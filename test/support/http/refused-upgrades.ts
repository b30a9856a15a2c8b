export const FEED = '/ws/notifications'
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
export const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', KEY]
export const HOST = 'Host: 127.0.0.1'

export const handshake = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, ...headers, '', ''].join('\r\n')
export const feed = (...headers: string[]) => handshake(FEED, HOST, ...UPGRADE, ...headers)

/** Upgrades that must be refused, in the forms in which clients, scanners and attackers send them. */
export const REFUSED_UPGRADES: Record<string, string> = {
  'without credentials': feed(),
  'with a wrong key': feed('X-USER-EMAIL: a@example.com', 'X-USER-TOKEN: wrong'),
  'with a broken bearer': feed('Authorization: Bearer !!!'),
  'with a foreign cookie': feed('Cookie: optionwire_session=nothing', 'Origin: https://evil.example'),
  'without a Host': handshake(FEED, ...UPGRADE),
  'with two Hosts': handshake(FEED, HOST, 'Host: b', ...UPGRADE),
  'with an empty Host': handshake(FEED, 'Host:', ...UPGRADE),
  'with a trailing slash': handshake(`${FEED}/`, HOST, ...UPGRADE),
  'with a doubled slash': handshake(`/${FEED}`, HOST, ...UPGRADE),
  'with an absolute URI': handshake(`http://127.0.0.1${FEED}`, HOST, ...UPGRADE),
  'with a fragment': handshake(`${FEED}#x`, HOST, ...UPGRADE),
  'with an asterisk as target': handshake('*', HOST, ...UPGRADE),
  'with an unknown Transfer-Encoding': feed('Transfer-Encoding: gzip'),
  'with a broken percent sign': handshake(`${FEED}%`, HOST, ...UPGRADE),
  'with a broken percent sign in the query': handshake(`${FEED}?after=%E0%A4`, HOST, ...UPGRADE),
  'with an over-long URL': handshake(`${FEED}?${'a'.repeat(9_000)}`, HOST, ...UPGRADE),
  'with a long path': handshake(`/${'a'.repeat(8_000)}`, HOST, ...UPGRADE),
  'at a path that does not exist': handshake('/ws/nothing', HOST, ...UPGRADE),
  'at the root': handshake('/', HOST, ...UPGRADE),
  'at a route of the API': handshake('/api/v1/stocks', HOST, ...UPGRADE),
  'at the health check': handshake('/health', HOST, ...UPGRADE),
  'with a bad place': handshake(`${FEED}?after=x`, HOST, ...UPGRADE),
  'without a WebSocket key': handshake(
    FEED,
    HOST,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
  ),
  'with a broken WebSocket key': feed().replace(KEY, 'Sec-WebSocket-Key: short'),
  'with an old WebSocket version': feed().replace('Version: 13', 'Version: 7'),
  'with another protocol': handshake(FEED, HOST, 'Connection: Upgrade', 'Upgrade: h2c'),
  'with another protocol at the health check': handshake(
    '/health',
    HOST,
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
  ),
  'by POST': feed('Content-Length: 0').replace('GET', 'POST'),
  'by OPTIONS': feed().replace('GET', 'OPTIONS'),
  'with Expect': feed('Expect: something'),
  'with a body behind it': `${feed()}${'x'.repeat(4_000)}`,
  'of HTTP/1.0': feed().replace('HTTP/1.1', 'HTTP/1.0'),
}
