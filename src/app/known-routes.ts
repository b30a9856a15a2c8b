import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../domain/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods that a route answers, where it takes others only to refuse them itself. */
    allow?: readonly string[]
  }
}

interface KnownRoute {
  readonly segments: readonly string[]
  readonly methods: Set<string>
}

/** Remembers every route as it is mounted, to tell an unknown path (404) from a known one asked wrongly (405). */
export class KnownRoutes {
  readonly #byPath = new Map<string, KnownRoute>()

  watch(server: FastifyInstance): void {
    server.addHook('onRoute', ({ url, method, config }) => {
      const route = this.#byPath.get(url) ?? { segments: url.split('/'), methods: new Set() }
      for (const name of config?.allow ?? [method].flat()) route.methods.add(name)
      this.#byPath.set(url, route)
    })
  }

  /** What a request means that no route took. */
  refusal({ url, method }: FastifyRequest): AppError {
    const path = url.split('?', 1)[0] ?? ''
    const allow = this.#methodsOf(path)
    if (allow.length === 0)
      return new AppError('not_found', 'There is nothing at this path. See /docs for all that are.')
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
