import { basename, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')
/** Where `npm test` has built the program; without it the sources run, which takes twice as long. */
const built = process.env['TEST_PROGRAM']
const BUILT = ['src/main.ts', 'src/start.ts', 'src/cli.ts']

/** The file to run in a process of its own for a file of the project. */
export function programFile(file: string): string {
  return built && BUILT.includes(file) ? join(built, basename(file, '.ts').concat('.js')) : resolve(root, file)
}
