import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Case, Expected, Step } from './case.ts'
import { type Answer, exchange, filler, type Target } from './exchange.ts'
import { mismatches } from './match.ts'

/** Longer than three queries about an order take, with the model's and the brokerage's time. */
const ENTRY_PATIENCE_MS = 30_000
const LOOK_EVERY_MS = 10

interface Play {
  readonly target: Target
  /** Twelve characters. */
  readonly run: string
  /** Of the last webhook that was taken. */
  fingerprint: string | undefined
}

/** Plays a case; gives what was not as it must be, and nothing when all was. */
export async function runCase(target: Target, { steps }: Case, run: string): Promise<string[]> {
  const play: Play = { target, run, fingerprint: undefined }
  for (const [index, step] of steps.entries()) {
    const wrong = await runStep(play, step)
    if (wrong.length > 0) return wrong.map((text) => (steps.length > 1 ? `step ${index + 1}: ${text}` : text))
  }
  return []
}

/** A word of twelve characters for each number. */
export function runWord(seed: string, count: number): string {
  return createHash('sha256').update(`${seed} ${count}`).digest('hex').slice(0, 12)
}

async function runStep(play: Play, step: Step): Promise<string[]> {
  const { target, run } = play
  if ('entry' in step) return entryMismatches(play, step.entry, (entry) => fieldOf(entry, 'status') !== 'queued')
  if ('eventually' in step) return entryMismatches(play, step.eventually, () => false)
  if ('waits' in step) return entryMismatches(play, step.waits, () => false, true)
  if ('evidence' in step) return evidenceMismatches(play, step.evidence)
  if ('together' in step) {
    const all = Array.from({ length: step.times }, () => exchange(target, run, step.together))
    const answers = await Promise.all(all)
    const counts: Record<string, number> = {}
    for (const { text } of answers) {
      const status = String(fieldOf(parsed(text), 'status'))
      counts[status] = (counts[status] ?? 0) + 1
    }
    return mismatches({ ...step.counts, $keys: Object.keys(step.counts).length }, counts, 'statuses')
  }
  const answer = await exchange(target, run, step.send)
  const fingerprint = fieldOf(parsed(answer.text), 'fingerprint')
  if (typeof fingerprint === 'string') play.fingerprint = fingerprint
  return answerMismatches(play, step.expect, answer)
}

function answerMismatches({ target, run }: Play, expected: Expected, answer: Answer): string[] {
  const fill = filler(target, run)
  const body = parsed(answer.text)
  const wrong: string[] = []
  if (answer.status !== expected.status)
    wrong.push(`expected ${expected.status}, received ${answer.status}: ${answer.text.slice(0, 300)}`)
  if (expected.body !== undefined) wrong.push(...mismatches(filled(expected.body, fill), body, 'body'))
  if (expected.exactly !== undefined && JSON.stringify(body) !== JSON.stringify(expected.exactly)) {
    wrong.push(`expected exactly ${JSON.stringify(expected.exactly)}, received ${answer.text}`)
  }
  const detail = String(fieldOf(body, 'detail'))
  for (const word of expected.detail ?? []) {
    if (!detail.includes(word)) wrong.push(`detail does not name ${word}: ${detail}`)
  }
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    if (!String(answer.headers[name]).includes(value))
      wrong.push(`${name}: expected ${value}, received ${answer.headers[name]}`)
  }
  for (const text of [target.secret, ...(expected.never ?? [])]) {
    if (answer.text.includes(text)) wrong.push('the answer repeats what it was sent')
  }
  if (expected.fingerprintOf !== undefined) {
    const hash = createHash('sha256').update(fill(expected.fingerprintOf)).digest('hex')
    if (fieldOf(body, 'fingerprint') !== hash) wrong.push(`fingerprint: expected ${hash}, received ${answer.text}`)
  }
  return wrong
}

/** `isEnd` says that no other entry is waited for. */
async function entryMismatches(
  { target, run, fingerprint }: Play,
  expected: unknown,
  isEnd: (entry: unknown) => boolean,
  mayBeQueued = false,
): Promise<string[]> {
  if (fingerprint === undefined) return ['there is no fingerprint to look up']
  const path = `/webhooks/{provider}/ledger/${fingerprint}`
  const until = performance.now() + ENTRY_PATIENCE_MS
  for (;;) {
    const { status, text } = await exchange(target, run, { method: 'GET', path })
    if (status !== 200) return [`the ledger answers ${status}: ${text.slice(0, 300)}`]
    const entry = parsed(text)
    const isQueued = !mayBeQueued && fieldOf(entry, 'status') === 'queued'
    const wrong = isQueued
      ? ['the entry is still queued']
      : mismatches(filled(expected, filler(target, run)), entry, 'entry')
    if (wrong.length === 0 || isEnd(entry) || performance.now() > until) return wrong
    await sleep(LOOK_EVERY_MS)
  }
}

async function evidenceMismatches({ target, run, fingerprint }: Play, expected: unknown): Promise<string[]> {
  if (fingerprint === undefined) return ['there is no fingerprint to look up']
  const path = `/webhooks/{provider}/ledger/${fingerprint}/evidence`
  const { status, text } = await exchange(target, run, { method: 'GET', path })
  if (status !== 200) return [`the evidence is answered by ${status}: ${text.slice(0, 300)}`]
  const wrong = mismatches(filled(expected, filler(target, run)), parsed(text), 'evidence')
  return text.includes(target.secret) ? [...wrong, 'the evidence holds the secret'] : wrong
}

function filled(value: unknown, fill: (text: string) => string): unknown {
  return JSON.parse(JSON.stringify(value), (_key, inner) => (typeof inner === 'string' ? fill(inner) : inner))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
