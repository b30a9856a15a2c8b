import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface StubProcess extends AsyncDisposable {
  readonly url: string
  readonly child: ChildProcess
}

/** A stub in a process of its own, for tests that kill the service: `stub-model-process` or `stub-broker-process`. */
export async function stubProcess(name: 'stub-model' | 'stub-broker', options: object = {}): Promise<StubProcess> {
  const file = join(import.meta.dirname, '..', name === 'stub-model' ? 'model' : 'broker', `${name}-process.ts`)
  const child = spawn(process.execPath, [file, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const exited = once(child, 'exit')
  const [line] = await Promise.race([once(lines, 'line'), exited.then(([code]) => fail(name, code))])
  lines.close()
  return {
    url: JSON.parse(line).url,
    child,
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await exited
    },
  }
}

function fail(name: string, code: unknown): never {
  throw new Error(`${name} ended with code ${code} before it listened.`)
}
