/** `optionwire doctor`: asks every peer of these settings once and says what each answer means. */
import { verifySmtp } from '../../accounts/mailers/smtp/verify.ts'
import type { Config } from '../settings/config.ts'
import { type Finding, redactor } from './finding.ts'
import { backupFinding, clockFinding, settingFindings, sourceFinding } from './local-findings.ts'
import { sectionsOf } from './sections.ts'
import { leftOut, type ProbeParts, sendProbe } from './send-probe.ts'
import { sendTestMessage, type TestTarget } from './send-test.ts'
import { storeFindings } from './store-findings.ts'

/** After so many timeouts an address gets no more requests, so that the report comes within minutes. */
const LATE_ANSWERS = 2
/** Shorter parts of a path are words. */
const MIN_SEGMENT = 8

export interface ExamineParts {
  readonly now: () => Date
  readonly monotonicMs: () => number
  readonly newId: () => string
  readonly randomBytes: (size: number) => Uint8Array
  readonly timeoutMs: number
}

export async function examine(config: Config, tests: readonly TestTarget[], parts: ExamineParts): Promise<Finding[]> {
  const redact = redactor(secretsOf(config, tests))
  const probing: ProbeParts = { ...parts, redact }
  const results = []
  // One after the other: rate limits are read as one program alone sees them.
  for (const { name, probes } of sectionsOf(config, parts.now())) {
    const late = new Map<string, number>()
    for (const probe of probes) {
      const { origin } = new URL(probe.url)
      const isSilent = (late.get(origin) ?? 0) >= LATE_ANSWERS
      const result = isSilent ? leftOut(name, probe) : await sendProbe(name, probe, probing)
      if (result.isLate) late.set(origin, (late.get(origin) ?? 0) + 1)
      results.push(result)
    }
  }
  const mail = await mailFindings(config, probing)
  const sent: Finding[] = []
  for (const test of tests) {
    const finding = await sendTestMessage(config, test, parts)
    sent.push({ ...finding, text: redact(finding.text) })
  }
  return [
    ...settingFindings(config),
    ...backupFinding(config),
    ...sourceFinding(config),
    ...(await storeFindings(config, parts)),
    ...clockFinding(results.flatMap(({ peerAheadMs }) => peerAheadMs ?? [])),
    ...results.map(({ finding }) => finding),
    ...mail,
    ...sent,
  ]
}

async function mailFindings(
  { channels: { SMTP_URL: url } }: Config,
  { redact, timeoutMs }: ProbeParts,
): Promise<Finding[]> {
  const name = 'server'
  const section = 'Mail: SMTP'
  if (url === undefined) return []
  const problem = await verifySmtp({ url, timeoutMs })
  if (problem === null) return [{ section, name, state: 'ok', text: 'The server accepts the settings.', fix: null }]
  const text = `${redact(problem)}. No mail can be sent, so nobody can verify an address or reset a password.`
  return [
    { section, name, state: 'failure', text, fix: 'Check the host, the port, the user and the password in SMTP_URL.' },
  ]
}

/** Everything that settings and arguments hold and that a report must not show. */
function secretsOf({ secrets, channels, decision }: Config, tests: readonly TestTarget[]): (string | undefined)[] {
  const others = Object.values(secrets).flat()
  const addressed = [
    secrets.databaseUrl,
    secrets.databaseDirectUrl,
    secrets.valkeyUrl,
    channels.SMTP_URL,
    decision.baseUrl,
    decision.mcpUrl,
  ]
  const credentials = addressed.flatMap(credentialsIn)
  const accountSid = channels.TWILIO_ACCOUNT_SID
  const addresses = tests.flatMap(({ address }) => [address, ...longSegments(address)])
  return [...others, ...credentials, accountSid, ...addresses]
}

/** The address of a chat's webhook is a secret because of its path. */
function longSegments(address: string): string[] {
  if (!URL.canParse(address)) return []
  return new URL(address).pathname.split('/').filter((segment) => segment.length >= MIN_SEGMENT)
}

/** User and password of an address, as written and as read. */
function credentialsIn(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return []
  const { username, password } = new URL(address)
  const parts = [username, password].filter((part) => part !== '')
  return parts.flatMap((part) => [part, decodeURIComponent(part)])
}
