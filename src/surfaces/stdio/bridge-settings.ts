/** Names of the environment that the manifest of the bundle fills in. */
export const BRIDGE_SETTINGS = {
  url: 'OPTIONWIRE_URL',
  email: 'OPTIONWIRE_EMAIL',
  token: 'OPTIONWIRE_TOKEN',
} as const

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** What the program needs, or what the user has to correct. A value never appears in it. */
export function bridgeSettings(
  environment: Readonly<Record<string, string | undefined>>,
): { readonly url: string; readonly headers: Readonly<Record<string, string>> } | { readonly problem: string } {
  const [address, email, token] = [BRIDGE_SETTINGS.url, BRIDGE_SETTINGS.email, BRIDGE_SETTINGS.token].map(
    (name) => environment[name]?.trim() ?? '',
  )
  const url = URL.parse(address ?? '')
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    return { problem: 'The address must be that of the service, for example http://127.0.0.1:3000/mcp.' }
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    return { problem: 'A key is sent to another machine over https only. Use the https address of the service.' }
  }
  if (!email || !token) return { problem: 'The e-mail address of the account and an API key are required.' }
  if (/[^\x21-\x7e]/.test(email + token))
    return { problem: 'The e-mail address or the API key has characters that it cannot have.' }
  if (url.pathname === '/') url.pathname = '/mcp'
  return { url: url.href, headers: { 'x-user-email': email, 'x-user-token': token } }
}
