import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { problem, sendProblem } from './problem.ts'

const MAX_CHECK_MS = 2000
const RETRY_AFTER_S = '5'

export interface HealthFacts {
  readonly dryRun: boolean
  /** Whether orders go to a paper account. */
  readonly paper: boolean
}

export interface ReadinessCheck {
  readonly name: string
  /** `detail` is a sentence that anyone may read: no paths, addresses or secrets. Throwing means not ready. */
  run(signal: AbortSignal): Promise<CheckResult>
}

export interface CheckResult {
  readonly ok: boolean
  readonly detail: string
}

/** `/health` reports that the process runs and which safety switches are on; `/health/ready` runs the checks. */
export function mountHealth(server: FastifyInstance, facts: HealthFacts, checks: readonly ReadinessCheck[]): void {
  const alive = { status: 'ok', dry_run: facts.dryRun, alpaca_paper: facts.paper }
  server.get('/health', (_request, reply) => reply.header('cache-control', 'no-store').send(alive))

  server.get('/health/ready', async (_request, reply) => {
    const results = await Promise.all(checks.map((check) => resultOf(check, server.log)))
    reply.header('cache-control', 'no-store')
    const bad = results.filter(({ ok }) => !ok).map(({ name }) => name)
    if (bad.length === 0) return reply.send({ status: 'ready', checks: results })
    reply.header('retry-after', RETRY_AFTER_S)
    const detail = `Not ready: ${bad.join(', ')}. Try again in a few seconds.`
    return sendProblem(reply, { ...problem('unavailable', detail), checks: results })
  })
}

async function resultOf(check: ReadinessCheck, log: FastifyBaseLogger): Promise<CheckResult & { name: string }> {
  const { name } = check
  const signal = AbortSignal.timeout(MAX_CHECK_MS)
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  try {
    const { ok, detail } = await Promise.race([check.run(signal), tooLate])
    return { name, ok, detail }
  } catch (error) {
    log.warn({ err: error, check: name }, 'readiness check failed')
    return { name, ok: false, detail: 'The check failed or did not end in time.' }
  }
}
