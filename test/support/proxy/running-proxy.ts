import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The site that the proxies serve. */
export const PROXY_NAME = 'options.localhost'

export interface ProxyPlaces {
  /** For its files. */
  readonly folder: string
  /** Ports for https and http, on loopback. */
  readonly secure: number
  readonly plain: number
  /** Host and port of the service. */
  readonly upstream: string
}

export interface RunningProxy extends AsyncDisposable {
  /** File of the certificate to trust; it can come after the start. */
  readonly certificate: string
  /** An http address of the site, which leads to https. */
  readonly plainUrl: string
}

/** Runs a proxy until it is disposed, in an environment of its own. */
export function proxyProcess(
  program: string,
  words: readonly string[],
  environment: Record<string, string> = {},
): AsyncDisposable {
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'], env: environment })
  const ended = once(child, 'exit')
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
