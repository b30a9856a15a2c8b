import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const OWN_OPTIONS = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: [] }

// biome-ignore lint/suspicious/noExplicitAny: its types are checked as a program that uses the package sees them
type Exports = any

export interface BuiltClient {
  readonly module: Exports
  /** What the compiler says about a program that uses the package as it is published; empty if nothing. */
  check(program: string): Promise<string>
}

/** The package as `npm publish` would send it, installed in a folder. */
export async function typescriptClient(folder: string): Promise<BuiltClient> {
  const source = join(root, 'clients/typescript')
  const installed = join(folder, 'node_modules/optionwire-client')
  mkdirSync(installed, { recursive: true })
  cpSync(join(source, 'package.json'), join(installed, 'package.json'))
  await compiled(['--project', source, '--outDir', join(installed, 'dist')])
  const entry = join(installed, 'dist/index.js')
  return {
    module: await import(/* @vite-ignore */ pathToFileURL(entry).href),
    async check(program) {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: OWN_OPTIONS, files: ['program.ts'] }),
      )
      writeFileSync(join(folder, 'program.ts'), program)
      return compiled(['--project', folder]).catch((error: Error) => error.message)
    },
  }
}

async function compiled(args: readonly string[]): Promise<string> {
  const failed = (error: { stdout?: string }) => {
    throw new Error(String(error.stdout ?? error))
  }
  const { stdout } = await run(process.execPath, [tsc, ...args]).catch(failed)
  return stdout
}
