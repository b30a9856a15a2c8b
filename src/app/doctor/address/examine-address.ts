/** `optionwire doctor --oauth`: whether apps can connect at the public address. */
import { isSafeForTokens } from '../../../surfaces/oauth/issuer.ts'
import type { Config } from '../../settings/config.ts'
import type { Finding } from '../finding.ts'
import { CHECKS, type Check, refusedCall } from './checks.ts'
import { generalProblem, type Problem } from './problems.ts'
import { send } from './request.ts'

const SECTION = 'Connect by URL'

/** Names under which the vendors' services call, as their documents say. Their addresses cannot be tried from here. */
const ASSISTANTS = ['Claude-User', 'openai-mcp/1.0.0']

type Settings = Pick<Config, 'publicUrl' | 'mcp' | 'listen'>

export async function examineAddress(config: Settings, { timeoutMs }: { timeoutMs: number }): Promise<Finding[]> {
  const { publicUrl } = config
  const wrong = addressProblem(config)
  if (wrong || publicUrl === undefined) return wrong ? [failure('PUBLIC_URL', wrong)] : []
  const base = new URL(publicUrl).origin
  const findings = [...addressFindings(config, base)]
  const checks = [...CHECKS, ...ASSISTANTS.map((name) => refusedCall(`as ${name}`, { 'user-agent': name }))]
  for (const check of checks) {
    const { finding, isReached } = await examineCheck(check, base, timeoutMs)
    findings.push(finding)
    // Without a connection, further requests say the same.
    if (!isReached) break
  }
  return findings
}

async function examineCheck(check: Check, base: string, timeoutMs: number) {
  const answer = await send(check.request(base), timeoutMs)
  const isReached = !('reason' in answer)
  const problem = generalProblem(answer, base, check.expects) ?? (isReached ? check.problem(answer, base) : null)
  return { finding: problem ? failure(check.name, problem) : ok(check), isReached }
}

/** What makes every request pointless. */
function addressProblem({ publicUrl, mcp }: Settings): Problem | null {
  if (!mcp.oauth) return { text: 'MCP_OAUTH is false: apps cannot connect by address.', fix: 'Remove MCP_OAUTH=false.' }
  if (publicUrl === undefined) {
    return { text: 'It is not set, and the port is not known.', fix: 'Set it to the address that users type.' }
  }
  if (!isSafeForTokens(publicUrl)) {
    const text = 'It is http: tokens would be readable on their way, so apps cannot connect by address.'
    return { text, fix: 'Put a proxy with a certificate in front, and set PUBLIC_URL to the https address.' }
  }
  const { pathname, search, username } = new URL(publicUrl)
  if (pathname === '/' && search === '' && username === '') return null
  return {
    text: 'It has more than a host. Pages and metadata are at the root of a host, so apps would be sent elsewhere.',
    fix: 'Give the service a host of its own, for example https://options.example.com, and set PUBLIC_URL to it.',
  }
}

function addressFindings({ listen }: Settings, base: string): Finding[] {
  const isHttps = base.startsWith('https:')
  const address: Finding = isHttps
    ? finding('PUBLIC_URL', 'ok', `Users paste ${base}/mcp.`)
    : finding('PUBLIC_URL', 'warning', `Users of this machine paste ${base}/mcp.`, LOCAL)
  if (!isHttps || listen.trustProxy) return [address]
  const text = 'It is false, so all visitors count as one: together they may register 20 apps an hour.'
  return [
    address,
    finding('TRUST_PROXY', 'warning', text, 'Set TRUST_PROXY=true where the proxy sets X-Forwarded-For.'),
  ]
}

const LOCAL = 'For assistants on the web, such as claude.ai and ChatGPT, set PUBLIC_URL to a public https address.'

function ok({ name, proves }: Check): Finding {
  return finding(name, 'ok', proves)
}

function failure(name: string, { text, fix }: Problem): Finding {
  return finding(name, 'failure', text, fix)
}

function finding(name: string, state: Finding['state'], text: string, fix: string | null = null): Finding {
  return { section: SECTION, name, state, text, fix }
}
