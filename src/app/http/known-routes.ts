import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods that a route answers, if it also handles others in order to refuse them. */
    allow?: readonly string[]
  }
}

interface KnownRoute {
  readonly segments: readonly string[]
  readonly methods: Set<string>
}

/** Records every mounted route, to distinguish an unknown path (404) from a known path with a wrong method (405). */
export class KnownRoutes {
  readonly #byPath = new Map<string, KnownRoute>()

  watch(server: FastifyInstance): void {
    server.addHook('onRoute', ({ url, method, config }) => {
      const route = this.#byPath.get(url) ?? { segments: url.split('/'), methods: new Set() }
      for (const name of config?.allow ?? [method].flat()) route.methods.add(name)
      this.#byPath.set(url, route)
    })
  }

  /** The error for a request without a route. */
  refusal({ url, method }: FastifyRequest): AppError {
    const path = url.split('?', 1)[0] ?? ''
    const allow = this.#methodsOf(path)
    if (allow.length === 0) return new AppError('not_found', 'This path does not exist. See /docs for all paths.')
    return new AppError('method_not_allowed', `${method} is not possible here. Use ${listed(allow)}.`, { allow })
  }

  #methodsOf(path: string): string[] {
    const segments = path.split('/')
    const found = new Set<string>()
    for (const route of this.#byPath.values()) {
      if (matches(route.segments, segments)) for (const method of route.methods) found.add(method)
    }
    return [...found].sort()
  }
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  for (const [index, expected] of pattern.entries()) {
    if (expected.startsWith('*')) return true
    const segment = segments[index]
    if (segment === undefined) return false
    if (expected.startsWith(':') ? segment === '' : segment !== expected) return false
  }
  return pattern.length === segments.length
}

function listed(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ')
}
