/** What is between an app and the service, found from the answers: proxies, redirects and protections against bots. */
import { z } from 'zod'
import { oneLine } from '../../../lib/text/visible-text.ts'
import type { Answer, Unreached } from './request.ts'

export interface Problem {
  readonly text: string
  readonly fix: string
}

const MAX_SHOWN = 160

/** A text of the other side, fit for one line of the report. */
export function shown(text: unknown): string {
  return `“${oneLine(String(text), MAX_SHOWN)}”`
}

const BLOCKERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/cf-mitigated|cf-chl|challenge-platform|just a moment/i, 'Cloudflare'],
  [/_Incapsula_|imperva/i, 'Imperva'],
  [/awswaf|x-amzn-waf/i, 'AWS WAF'],
  [/anubis|within\.website/i, 'Anubis'],
  [/datadome/i, 'DataDome'],
  [/sucuri/i, 'Sucuri'],
]

const PATHS =
  '/mcp, /token, /register, /revoke, /.well-known/oauth-protected-resource and /.well-known/oauth-authorization-server, with and without /mcp behind them'
const HOST_FIX =
  'Make the proxy pass the Host header unchanged (nginx: proxy_set_header Host $host), or set PUBLIC_URL to the address that it passes.'

export type Expected = 'page' | 'foreign page'

/** What prevents any answer of the service; null where the service itself seems to have answered. */
export function generalProblem(
  answer: Answer | Unreached,
  publicUrl: string,
  expected?: Expected | undefined,
): Problem | null {
  if ('reason' in answer) return unreached(answer)
  const { status, headers } = answer
  if (status >= 300 && status < 400) return redirected(headers.get('location'), publicUrl)
  if (expected !== 'page' && isHtml(answer)) return pageInstead(answer)
  if (expected !== 'foreign page' && isForeignHost(answer))
    return { text: `HTTP ${status}: the request reached the service under another Host.`, fix: HOST_FIX }
  if (/^\s*(basic|digest|negotiate|ntlm)\b/i.test(headers.get('www-authenticate') ?? '')) {
    const text = `HTTP ${status}: the proxy asks for a password of its own. Apps cannot enter one.`
    return { text, fix: `Except these paths from the proxy’s own sign-in: ${PATHS}, and /authorize.` }
  }
  return status === 502 || status === 503 || status === 504 ? noService(status) : null
}

function unreached({ reason, isCertificate }: Unreached): Problem {
  if (isCertificate) {
    const fix =
      'Install a certificate of a public authority for this host, with its whole chain: apps accept no other, and nobody can click a warning away.'
    return { text: `The certificate is refused: ${reason}.`, fix }
  }
  const fix =
    'Check the DNS name, the firewall and the proxy. If this machine cannot reach its own public address, run the check on another: PUBLIC_URL=https://… optionwire doctor --oauth.'
  return { text: `Not reached: ${reason}.`, fix }
}

function redirected(location: string | null, publicUrl: string): Problem {
  const target = location === null ? null : URL.parse(location, publicUrl)
  const own = new URL(publicUrl)
  const fix =
    target &&
    target.origin !== own.origin &&
    target.hostname.replace(/^www\./, '') === own.hostname.replace(/^www\./, '')
      ? `Set PUBLIC_URL=${target.origin} and give users that address, or end the redirect.`
      : 'End the redirect for these paths: a proxy that adds a slash, a language or a sign-in page answers apps with something that they cannot use.'
  return { text: `The answer is a redirect to ${shown(location ?? 'nowhere')}. Apps follow none after a POST.`, fix }
}

function isHtml({ headers, text }: Answer): boolean {
  return /text\/html/i.test(headers.get('content-type') ?? '') || /^\s*<(!doctype|html)/i.test(text)
}

function pageInstead({ status, headers, text }: Answer): Problem {
  const head = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  const blocker = BLOCKERS.find(([pattern]) => pattern.test(head) || pattern.test(text))?.[1]
  const title = /<title[^>]*>([^<]{1,200})/i.exec(text)?.[1]
  const said = title === undefined ? '' : ` with the title ${shown(title)}`
  const by = blocker === undefined ? 'a proxy or a protection against bots' : blocker
  return {
    text: `HTTP ${status}: an HTML page${said} in place of JSON, from ${by}. In an assistant this looks like an error of OAuth.`,
    fix: `Except these paths from pages, challenges and protections against bots: ${PATHS}.`,
  }
}

function isForeignHost({ status, json }: Answer): boolean {
  if (status !== 403) return false
  const { success, data } = ForeignHost.safeParse(json)
  return success && (data.error?.message ?? data.detail ?? '').includes('PUBLIC_URL')
}

const ForeignHost = z.looseObject({
  error: z.looseObject({ message: z.string() }).optional(),
  detail: z.string().optional(),
})

function noService(status: number): Problem {
  return {
    text: `HTTP ${status}: the proxy does not reach the service.`,
    fix: 'Check that the service runs, and the address and port to which the proxy forwards.',
  }
}
