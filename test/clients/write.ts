import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import {
  currentText,
  currentTypescript,
  documentForClients,
  PYTHON_FILE,
  pythonText,
  STAMP_FILE,
  stampOf,
  TYPESCRIPT_FOLDER,
  typescriptFiles,
} from './generated.ts'

/** `npm run clients`: makes the generated parts of the clients anew. With `--check` it only names those that differ. */
const document = documentForClients()
const typescript = await typescriptFiles(document)
const files = new Map([
  ...[...typescript].map(([name, text]) => [`${TYPESCRIPT_FOLDER}/${name}`, text] as const),
  [PYTHON_FILE, pythonText(document)],
  [STAMP_FILE, stampOf(document, typescript)],
])

if (process.argv.includes('--check')) check()
else write()

function write(): void {
  const root = resolve(import.meta.dirname, '../..')
  rmSync(join(root, TYPESCRIPT_FOLDER), { recursive: true, force: true })
  for (const [name, text] of files) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

function check(): void {
  const left = [...currentTypescript().keys()].filter((name) => !typescript.has(name))
  const stale = [...files].filter(([name, text]) => textOrNone(name) !== text).map(([name]) => name)
  if (left.length + stale.length === 0) return
  console.error(`Run npm run clients: ${[...stale, ...left].join(', ')}`)
  process.exitCode = 1
}

function textOrNone(file: string): string | undefined {
  try {
    return currentText(file)
  } catch {
    return undefined
  }
}
