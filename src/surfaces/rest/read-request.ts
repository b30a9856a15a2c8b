import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../../catalogue/context.ts'
import { type Admitted, admit } from '../../catalogue/invoke.ts'
import type { Operation } from '../../catalogue/operation.ts'
import type { AnswerFormat, InputCollector } from './collect-input.ts'

/** A parsed and checked request. */
export interface OperationRequest {
  readonly admitted: Admitted
  readonly format: AnswerFormat
  /** Equal for all requests with the same content, however they are written. */
  readonly cacheKey: string
}

export type RequestReader = (request: FastifyRequest, caller: Caller) => OperationRequest

const MAX_URLS = 1000
const MAX_URL_LENGTH = 512

/**
 * Parses and checks a request. If answers are cached, parsed requests are too, by URL: parsing would cost as much as
 * finding the answer. The caller is authorized before, each time.
 */
export function requestReader(operation: Operation, collect: InputCollector): RequestReader {
  if (!operation.dataVersion) return (request, caller) => read(operation, collect, request, caller)
  const cache = new LRUCache<string, OperationRequest>({ max: MAX_URLS })
  return (request, caller) => {
    const { url } = request
    const cached = cache.get(url)
    if (cached) return cached
    const found = read(operation, collect, request, caller)
    if (url.length <= MAX_URL_LENGTH) cache.set(url, found)
    return found
  }
}

function read(
  operation: Operation,
  collect: InputCollector,
  request: FastifyRequest,
  caller: Caller,
): OperationRequest {
  const { raw, found, format } = collect(request)
  const admitted = admit(operation, raw, caller, found)
  return { admitted, format, cacheKey: `${operation.name} ${format} ${JSON.stringify(admitted.input)}` }
}
