import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const folder = resolve(import.meta.dirname, '../../../clients/python')
/** `PYTHON` names another interpreter, for example one with pandas. */
const python = process.env['PYTHON'] ?? 'python3'

export const hasPython = spawnSync(python, ['-c', 'import sys; assert sys.version_info >= (3, 10)']).status === 0

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers as JSON
type Json = any

export interface PythonClient extends Disposable {
  readonly hasPandas: boolean
  /** Seconds that the client wanted to wait. */
  readonly sleeps: number[]
  /** What a command returned, or `problem` or `failure`. */
  run(command: Readonly<Record<string, unknown>>): Promise<Json>
}

/** The Python client in a process of its own. `onSleep` runs instead of each wait. */
export async function pythonClient(
  onSleep: (seconds: number) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<PythonClient> {
  const child = spawn(python, ['-B', join(import.meta.dirname, 'drive.py')], {
    env: { ...process.env, ...env, CLIENT_FOLDER: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const sleeps: number[] = []
  const read = async () => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('The Python process has ended.')
      const line = JSON.parse(value)
      if (line.sleep === undefined) return line
      sleeps.push(line.sleep)
      onSleep(line.sleep)
      send(child, '\n')
    }
  }
  const { pandas } = await read()
  return {
    hasPandas: pandas,
    sleeps,
    run(command) {
      send(child, `${JSON.stringify(command)}\n`)
      return read()
    },
    [Symbol.dispose]: () => void child.kill(),
  }
}

function send({ stdin }: ChildProcess, text: string): void {
  stdin?.write(text)
}
