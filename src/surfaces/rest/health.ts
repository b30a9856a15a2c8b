import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { problem, sendProblem } from './problem.ts'

const PATIENCE_MS = 2000
const RETRY_AFTER_S = '5'

export interface HealthFacts {
  readonly dryRun: boolean
  readonly alpacaPaper: boolean
}

export interface ReadinessCheck {
  readonly name: string
  /** `detail` is a sentence for anyone: without paths, addresses or secrets. Throwing counts as not ready. */
  run(signal: AbortSignal): Promise<CheckResult>
}

export interface CheckResult {
  readonly ok: boolean
  readonly detail: string
}

/** `/health` says that the process lives and which safety switches are on; `/health/ready` asks its parts. */
export function mountHealth(server: FastifyInstance, facts: HealthFacts, checks: readonly ReadinessCheck[]): void {
  const alive = { status: 'ok', dry_run: facts.dryRun, alpaca_paper: facts.alpacaPaper }
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
  const signal = AbortSignal.timeout(PATIENCE_MS)
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
