/**
 * Answers questions about past sessions with a market, caches and a valuation thread of its own. Entry point of the
 * threads of the pool.
 */
import { serialize } from 'node:v8'
import { workerData } from 'piscina'
import type { Progress } from '../../catalogue/context.ts'
import { invoke } from '../../catalogue/invoke.ts'
import type { Operation } from '../../catalogue/operation.ts'
import { AppError } from '../../lib/errors.ts'
import { yieldToOtherThreads } from '../../lib/node/thread-priority.ts'
import { exportPageOperation } from '../export/export-page.ts'
import { operations } from '../operations.ts'
import { contextOf, OPERATOR, openParts } from '../parts.ts'
import type { Config } from '../settings/config.ts'
import type { PooledQuestion, QuestionProgress, QuestionResult } from './question-messages.ts'

// Requests about the present go first.
yieldToOtherThreads()

const { config }: { readonly config: Config } = workerData

const parts = await openParts(config)
const byName = new Map<string, Operation>(
  [...operations, exportPageOperation(parts)].map((operation) => [operation.name, operation]),
)

/** The caller was checked before the question came here. */
export async function answer({ question: { name, input }, port }: PooledQuestion): Promise<QuestionResult> {
  const startMs = performance.now()
  const operation = byName.get(name)
  const progress: Progress = (done, total) => port.postMessage({ done, total } satisfies QuestionProgress)
  if (!operation) throw new Error(`There is no operation ${name}`)
  try {
    const found = await invoke(operation, input, contextOf(parts, { caller: OPERATOR, progress }))
    return { kind: 'answered', packed: serialize(found), ms: performance.now() - startMs }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { cause: _, ...details } = error.details
    return { kind: 'refused', code: error.code, message: error.message, details }
  } finally {
    port.close()
  }
}
