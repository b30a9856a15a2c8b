/**
 * Writes the program as a few files instead of a thousand, which halves a start. `npm start` and the image run the
 * result; development and most tests run the sources.
 */
import { dirname, join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

const SOURCES = import.meta.dirname
const RESULT = join(SOURCES, '../dist/program')

/** Files that begin a process or a thread. */
const ENTRIES = [
  'main.ts',
  'start.ts',
  'cli.ts',
  'app/valuation/valuation-worker.ts',
  'app/mail/mail-worker.ts',
  'app/backup/backup-worker.ts',
  'app/questions/question-worker.ts',
]

/** Packages with native code or files of their own, and those that are large and that few installations use. */
const SEPARATE = [
  /^better-sqlite3/,
  /^@resvg\//,
  /^pg$/,
  /^piscina/,
  /^openai/,
  /^@anthropic-ai\//,
  /^@google\//,
  /^@alpacahq\//,
  /^oidc-provider/,
  /^light-my-request/,
]

const nameOf = (entry: string) => entry.replace(/^.*\/|\.ts$/g, '')

/** Files that a source finds beside itself are found from the result, too. */
const pathsOfTheSources: Plugin = {
  name: 'paths-of-the-sources',
  transform(code, id) {
    if (!id.startsWith(SOURCES) || !code.includes('import.meta')) return
    const folder = JSON.stringify(`/${relative(RESULT, dirname(id))}`)
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`)
      .replaceAll(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, "new URL('./$1.js', import.meta.url)")
  },
}

/** Node keeps the text of a file that has any other letter with two bytes for each, and that of all libraries is here. */
const asciiAlone: Plugin = {
  name: 'ascii-alone',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = file.code.replaceAll(/[^\0-\x7f]/g, escaped)
    }
  },
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

const program = await rolldown({
  input: Object.fromEntries(ENTRIES.map((entry) => [nameOf(entry), join(SOURCES, entry)])),
  platform: 'node',
  external: SEPARATE,
  plugins: [pathsOfTheSources, asciiAlone],
})
await program.write({
  dir: RESULT,
  format: 'esm',
  cleanDir: true,
  comments: { legal: true, annotation: false, jsdoc: false },
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
})
await program.close()
