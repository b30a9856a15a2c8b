import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultyProxy } from '../../support/http/faulty-proxy.ts'
import { answerSchemas } from '../../support/mcp/answer-schemas.ts'
import {
  type NotificationService,
  type NotifiedAccount,
  notificationService,
} from '../../support/notifications/notification-service.ts'
import { run } from '../../support/process/command.ts'
import { tempFolder } from '../../support/process/temp-folder.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const schemas = join(ROOT, 'test/support/schemas')
const BUILD = join(ROOT, 'src/build-connect.ts')

/** What a published schema says against a document; undefined where nothing. */
function complaint(schema: string, document: unknown): string | undefined {
  const published = JSON.parse(readFileSync(join(schemas, schema), 'utf8'))
  return new AjvJsonSchemaValidator().getValidator(published)(document).errorMessage
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

/** The files of `npm run connect` for an address. */
function build(url: string, folder: string) {
  return run(BUILD, ['--url', url, '--out', folder], { cwd: ROOT })
}

describe('the files by which hosts find a service', () => {
  const folder = tempFolder()
  let bundle: Record<string, Uint8Array>
  const manifest = () => JSON.parse(Buffer.from(bundle['manifest.json'] ?? []).toString())
  let service: NotificationService
  let account: NotifiedAccount
  const program = join(folder.path, 'unpacked/server/index.mjs')

  beforeAll(async () => {
    const built = await build('https://options.example', folder.path)
    expect(built).toMatchObject({ code: 0, stderr: '' })
    bundle = unzipSync(readFileSync(join(folder.path, 'optionwire.mcpb')))
    for (const [name, content] of Object.entries(bundle)) {
      const path = join(folder.path, 'unpacked', name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, content)
    }
    service = await notificationService({ works: false })
    account = await service.account()
  }, 60_000)
  afterAll(async () => {
    await service[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  /** As the host starts it, by the manifest. */
  async function host(url: string, token = account.key['x-user-token'] ?? '') {
    const { command, args, env } = manifest().server.mcp_config
    const given: Record<string, string> = { url, email: account.email, token }
    const filled = Object.entries(env as Record<string, string>).map(([name, text]) => [
      name,
      text.replace(/^\$\{user_config\.(\w+)\}$/, (_all, key: string) => given[key] ?? ''),
    ])
    const client = new Client({ name: 'host', version: '1' }, { jsonSchemaValidator: answerSchemas })
    const transport = new StdioClientTransport({
      command: command === 'node' ? process.execPath : command,
      args: args.map((arg: string) => arg.replace(/^\$\{__dirname\}/, join(folder.path, 'unpacked'))),
      env: Object.fromEntries(filled),
      stderr: 'pipe',
    })
    const closing = { [Symbol.asyncDispose]: () => client.close() }
    await client.connect(transport)
    return { client, ...closing }
  }

  it('follow the published schemas, which refuse what is wrong', () => {
    const entry = read(join(folder.path, 'server.json'))

    expect(complaint('mcp-server-2025-12-11.json', entry)).toBeUndefined()
    expect(entry).toMatchObject({
      name: 'example.options/optionwire',
      remotes: [{ type: 'streamable-http', url: 'https://options.example/mcp' }],
    })
    expect(complaint('mcp-server-2025-12-11.json', { ...entry, name: 'no slash' })).toContain('name')
    expect(complaint('mcpb-manifest-v0.3.schema.json', manifest())).toBeUndefined()
    expect(complaint('mcpb-manifest-v0.3.schema.json', { ...manifest(), server: {} })).toContain('server')
    expect(manifest()).toMatchObject({ manifest_version: '0.3', user_config: { token: { sensitive: true } } })
    expect(Object.keys(bundle).sort()).toEqual(['LICENSE', 'icon.png', 'manifest.json', 'server/index.mjs'])
    expect(read(join(folder.path, 'claude-plugin/.claude-plugin/plugin.json'))).toMatchObject({
      name: 'optionwire',
      mcpServers: { optionwire: { type: 'http', url: 'https://options.example/mcp' } },
    })
  })

  it('name a registry entry only for a public address, and want an address without a path', async () => {
    using other = tempFolder()
    const local = await build('http://127.0.0.1:3000', other.path)
    const wrong = await build('https://example.com/options', other.path)

    expect(local).toMatchObject({ code: 0, stdout: expect.stringContaining('No server.json') })
    expect(wrong.code).not.toBe(0)
    expect(wrong.stderr).toContain('without a path')
  })

  it('start a program that lists and calls the tools of the service for the official client', async () => {
    await using started = await host(`${service.url}/mcp`)
    const { tools } = await started.client.listTools()
    const quote = await started.client.callTool({ name: 'stock_quote', arguments: { symbol: 'SPY' } })

    expect(started.client.getServerVersion()?.name).toBe('optionwire')
    expect(tools.map(({ name }) => name)).toEqual(manifest().tools.map(({ name }: { name: string }) => name))
    expect(quote.structuredContent).toMatchObject({ symbol: 'SPY' })
  })

  it('start a program that passes on progress as it comes', async () => {
    await using started = await host(`${service.url}/mcp`)
    const progress: number[] = []
    await started.client.callTool({ name: 'market_overview', arguments: {} }, undefined, {
      onprogress: ({ progress: done }) => void progress.push(done),
    })

    expect(progress.length).toBeGreaterThan(0)
  })

  it('start a program that passes on a refusal, and never a key', async () => {
    const refused = host(`${service.url}/mcp`, 'ow_canary-key-of-nobody')

    await expect(refused).rejects.toThrow(/credentials/i)
    await expect(refused).rejects.not.toThrow(/canary/)
  })

  it('start a program that speaks the version without sessions, and answers what is no message', async () => {
    const { 'x-user-email': email = '', 'x-user-token': token = '' } = account.key
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const message = { jsonrpc: '2.0', id: 7, method: 'tools/call' }
    const params = { name: 'stock_quote', arguments: { symbol: 'SPY' }, _meta: meta }
    const answers = await conversation([JSON.stringify({ ...message, params }), '{', ''], `${service.url}/mcp`)

    expect(answers.find(({ id }) => id === 7)?.result).toMatchObject({ resultType: 'complete' })
    expect(answers.find(({ id }) => id === null)?.error.code).toBe(-32700)

    async function conversation(lines: readonly string[], url: string) {
      const script = `process.stdin.push(${JSON.stringify(`${lines.join('\n')}\n`)}); process.stdin.push(null); await import(${JSON.stringify(program)})`
      const path = join(folder.path, 'conversation.mjs')
      await writeFile(path, script)
      const env = { OPTIONWIRE_URL: url, OPTIONWIRE_EMAIL: email, OPTIONWIRE_TOKEN: token }
      const { stdout } = await run(path, [], { cwd: folder.path, env })
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    }
  })

  it('start a program that says who does not speak MCP, or cannot be reached', async () => {
    await using proxy = await faultyProxy()
    proxy.target = service.url
    proxy.faults = {
      instead: (_request, response) => {
        response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
        return true
      },
    }
    await expect(host(`${proxy.url}/mcp`)).rejects.toThrow(/answered HTTP 502 with something else than MCP/)
    await proxy[Symbol.asyncDispose]()
    await expect(host(`${proxy.url}/mcp`)).rejects.toThrow(/cannot be reached: .*ECONNREFUSED/)
  })
})
