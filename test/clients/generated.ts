import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { serviceDocument } from '../../src/app/http/service-document.ts'
import type { OpenApiDocument } from '../../src/surfaces/rest/openapi-document.ts'
import { clientDocument } from './client-document.ts'
import { pythonOperations } from './python-operations.ts'

const root = resolve(import.meta.dirname, '../..')
export const TYPESCRIPT_FOLDER = 'clients/typescript/src/generated'
export const PYTHON_FILE = 'clients/python/optionwire.py'
/** What the generated TypeScript was made of, and its digest: a change of either is noticed without making it anew. */
export const STAMP_FILE = 'clients/typescript/generated.sha256'
const PYTHON_BLOCK = /(# -- operations, made by `npm run clients` --\n)[\s\S]*?(\n {4}# -- end of operations --\n)/

/** The document of a service with default settings, for programs. */
export function documentForClients(): OpenApiDocument {
  return clientDocument(
    serviceDocument({
      publicUrl: 'http://127.0.0.1:3000',
      receiverPrefix: '/webhooks/optionomics-neutral',
      hasSms: false,
      hasSlack: false,
      hasDiscord: false,
    }),
  )
}

export function currentText(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** The Python client with its operations made anew. */
export function pythonText(document: OpenApiDocument): string {
  const text = currentText(PYTHON_FILE)
  if (!PYTHON_BLOCK.test(text)) throw new Error(`${PYTHON_FILE} has no block of operations`)
  return text.replace(PYTHON_BLOCK, (_whole, begin: string, end: string) => begin + pythonOperations(document) + end)
}

/** Path → text of the TypeScript that is made of the document, by `@hey-api/openapi-ts`. */
export async function typescriptFiles(document: OpenApiDocument): Promise<ReadonlyMap<string, string>> {
  // The generator needs the compiler's interface, which version 7 of TypeScript no longer has.
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === 'typescript' && context.parentURL?.includes('@hey-api') ? 'typescript-6' : specifier, context),
  })
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  try {
    const { createClient } = await import('@hey-api/openapi-ts')
    await createClient({
      input: JSON.parse(JSON.stringify(document)),
      output: { path: folder, entryFile: false, header: '// Made by `npm run clients`: do not edit.' },
      logs: { level: 'silent', file: false },
      plugins: [
        '@hey-api/typescript',
        { name: '@hey-api/client-fetch', throwOnError: true },
        {
          name: '@hey-api/sdk',
          responseStyle: 'data',
          paramsStructure: 'flat',
          operations: { strategy: 'single', containerName: 'Operations', methods: 'instance' },
        },
      ],
    })
    return filesOf(folder)
  } finally {
    hooks.deregister()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The generated TypeScript as it is in the repository. */
export function currentTypescript(): ReadonlyMap<string, string> {
  return filesOf(join(root, TYPESCRIPT_FOLDER))
}

/** A line for the document and the generator, and one for the files. */
export function stampOf(document: OpenApiDocument, files: ReadonlyMap<string, string>): string {
  const generator = JSON.parse(currentText('package.json')).devDependencies['@hey-api/openapi-ts']
  const made = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  return `document ${sha256(JSON.stringify([generator, document]))}\nfiles ${sha256(JSON.stringify(made))}\n`
}

function filesOf(folder: string): Map<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]),
  )
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
