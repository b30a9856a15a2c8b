/**
 * `npm run connect -- --url https://options.example`: writes to dist/connect what hosts and registries connect with.
 * `--out` names another folder.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { zipSync } from 'fflate'
import { rolldown } from 'rolldown'
import { operations } from './app/operations.ts'
import { VERSION } from './app/version.ts'
import { toolOperations } from './surfaces/mcp/tools.ts'
import { bundleManifest, claudePlugin, registryEntry } from './surfaces/stdio/connect-files.ts'

const SOURCES = import.meta.dirname
/** The bundle has the same bytes on every build. */
const MADE = new Date('2026-01-01T00:00:00')

const { values } = parseArgs({ options: { url: { type: 'string' }, out: { type: 'string' } } })
const out = values.out ?? join(SOURCES, '../dist/connect')
const url = URL.parse(values.url ?? '')
if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/') {
  throw new Error('--url must be the address of the service without a path, for example --url https://options.example')
}
const listed = { origin: url.origin, version: VERSION, tools: toolOperations(operations) }

const program = await rolldown({ input: join(SOURCES, 'bridge.ts'), platform: 'node' })
const { output } = await program.generate({ format: 'esm', codeSplitting: false })
await program.close()

const bundle = zipSync(
  {
    'manifest.json': bytes(json(bundleManifest(listed))),
    'icon.png': readFileSync(join(SOURCES, 'web/public/icons/icon-512.png')),
    'server/index.mjs': bytes(output[0].code),
    LICENSE: readFileSync(join(SOURCES, '../LICENSE')),
  },
  { mtime: MADE },
)
write('optionwire.mcpb', bundle)
write('claude-plugin/.claude-plugin/plugin.json', json(claudePlugin(listed)))
const entry = registryEntry(listed)
if (entry) write('server.json', json(entry))
else process.stdout.write('No server.json: a registry lists only public https addresses with a name.\n')

function write(name: string, content: string | Uint8Array): void {
  const path = join(out, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  process.stdout.write(`${path}\n`)
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
