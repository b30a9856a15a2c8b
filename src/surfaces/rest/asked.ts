import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../operations/context.ts'
import { type Admitted, admit } from '../../operations/invoke.ts'
import type { Operation } from '../../operations/operation.ts'
import type { AnswerFormat, InputCollector } from './collect-input.ts'

/** What a request asks for, read and checked. */
export interface Asked {
  readonly admitted: Admitted
  readonly format: AnswerFormat
  /** The same for everything that is asked the same, however it was written. */
  readonly question: string
}

export type Asker = (request: FastifyRequest, caller: Caller) => Asked

const MOST_REMEMBERED = 1000
const LONGEST_REMEMBERED = 512

/**
 * Reads and checks what a request asks for. Where answers are kept, so is this, by URL: it would cost as much as finding
 * the answer. Whether the caller may ask was judged for each request before.
 */
export function askerOf(operation: Operation, collect: InputCollector): Asker {
  if (!operation.dataVersion) return (request, caller) => read(operation, collect, request, caller)
  const remembered = new Map<string, Asked>()
  return (request, caller) => {
    const { url } = request
    const known = remembered.get(url)
    if (known) return known
    const asked = read(operation, collect, request, caller)
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    if (url.length <= LONGEST_REMEMBERED) remembered.set(url, asked)
    return asked
  }
}

function read(operation: Operation, collect: InputCollector, request: FastifyRequest, caller: Caller): Asked {
  const { raw, found, format } = collect(request)
  const admitted = admit(operation, raw, caller, found)
  return { admitted, format, question: `${operation.name} ${format} ${JSON.stringify(admitted.input)}` }
}
