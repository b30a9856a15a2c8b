import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/http/free-port.ts'
import { tempFolder } from '../support/process/temp-folder.ts'
import { SECRET_SETTINGS } from '../support/service.ts'

/** Of util-linux, which every Linux has. */
const UNSHARE = '/usr/bin/unshare'
const project = resolve(import.meta.dirname, '../..')
/** An image that `deploy/root-image.mjs` has made before, and a root file system of Debian: each saves minutes. */
const { IMAGE: given, IMAGE_BASE: base } = process.env
/** Making it takes ten minutes, a network and half a gigabyte, so somebody has to want it. */
const canBuild = process.getuid?.() === 0 && (given !== undefined || base !== undefined)
if (!canBuild) console.warn('The content of the image is not tested: that needs root, and IMAGE or IMAGE_BASE.')

/** What the image says of itself. */
interface Image {
  readonly env: Readonly<Record<string, string>>
  readonly workdir: string
  readonly user: string
  readonly volumes: readonly string[]
  readonly ports: readonly number[]
  readonly health: readonly string[]
  readonly command: readonly string[]
}

describe.skipIf(!canBuild)('the image', { timeout: 900_000 }, () => {
  const folder = tempFolder()
  let root: string
  let image: Image
  let port: number
  let running: ChildProcess
  const output: string[] = []

  /** In the image with a read-only root file system, as its user, with nothing in memory but /tmp and the volume. */
  const inImage = (command: readonly string[], settings: Record<string, string> = {}) => {
    const mounts = [
      `mount --bind ${root} ${root}`,
      `mount -o remount,ro,bind ${root}`,
      `mount -t tmpfs tmpfs ${root}/tmp`,
      `mount --bind ${folder.path} ${root}/data`,
      `mount -t proc proc ${root}/proc`,
    ]
    const inside = `cd ${image.workdir} && exec "$@"`
    const script = `${mounts.join(' && ')} && exec chroot --userspec=${image.user} ${root} /bin/sh -ec '${inside}' sh "$@"`
    const environment = { ...image.env, HOME: '/tmp', ...SECRET_SETTINGS, ...settings }
    return spawn(UNSHARE, ['--mount', '/bin/sh', '-ec', script, 'sh', ...command], { env: environment })
  }
  const ended = async (child: ChildProcess) => {
    const texts: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (it) => texts.push(it))
    const code = await new Promise((done) => child.once('close', done))
    return { code, text: texts.join('') }
  }

  beforeAll(async () => {
    const place = given ?? folder.file('image')
    if (given === undefined) {
      const words = [join(project, 'deploy/root-image.mjs'), place, ...(base === undefined ? [] : [base])]
      execFileSync(process.execPath, words, { stdio: 'inherit' })
    }
    root = join(place, 'root')
    image = JSON.parse(readFileSync(join(place, 'image.json'), 'utf8'))
    port = await freePort()
    execFileSync('chown', ['1000:1000', folder.path])
    running = inImage(image.command, { PORT: String(port), HOST: '127.0.0.1', MARKET_SYMBOLS: 'SPY' })
    for (const stream of [running.stdout, running.stderr])
      stream?.setEncoding('utf8').on('data', (it) => output.push(it))
    await answering(`http://127.0.0.1:${port}/health`, output)
  }, 900_000)
  afterAll(() => {
    running?.kill('SIGKILL')
    folder[Symbol.dispose]()
  })

  it('runs as a user without rights, on port 3000, with its store in a volume', () => {
    expect(image).toMatchObject({ user: 'node', ports: [3000], volumes: ['/data'], workdir: '/app' })
    for (const name of ['data', 'backups']) expect(statSync(join(root, name)).uid).toBe(1000)
    expect(readdirSync(folder.path)).toContain('optionwire.sqlite3')
  })

  it('answers with its pages on a read-only file system, and its own health check says so', async () => {
    const page = await fetch(`http://127.0.0.1:${port}/`)
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`)
    const healthy = await ended(inImage(image.health, { PORT: String(port) }))
    const elsewhere = await ended(inImage(image.health, { PORT: '9' }))

    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<title>')
    expect(ready.status).toBe(200)
    expect(healthy).toEqual({ code: 0, text: '' })
    expect(elsewhere.code).toBe(1)
  })

  it('cannot write to its root file system', async () => {
    const { code, text } = await ended(inImage(['/bin/sh', '-c', 'id -u; touch /app/x']))

    expect(text).toContain('1000\n')
    expect(text).toContain('Read-only file system')
    expect(code).not.toBe(0)
  })

  it('need not compile what was compiled when it was made', async () => {
    const words = ['node', 'dist/program/cli.js', 'help']
    const { code, text } = await ended(inImage(words, { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }))

    expect(code).toBe(0)
    expect(text).toMatch(/code cache for ESM .* was accepted/)
    expect(text).not.toMatch(/was not initialized|permission denied/)
  })

  it('gives out memory by jemalloc', async () => {
    const { code, text } = await ended(inImage(['/bin/sh', '-c', 'cat /proc/self/maps']))

    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('/libjemalloc.so.2') })
    expect(text).not.toContain('cannot be preloaded')
  })

  it('has the command line, which works beside the service', async () => {
    const { code, text } = await ended(inImage(['node', 'dist/program/cli.js', 'account', 'list', '--json']))

    expect({ code, answer: JSON.parse(text) }).toEqual({ code: 0, answer: { data: [], next_cursor: null, total: 0 } })
  })

  it('holds both lists of components, the licence and no source, tests or tools of the build', () => {
    for (const name of ['sbom.cdx.json', 'sbom-built.cdx.json']) {
      const list = JSON.parse(readFileSync(join(root, 'app', name), 'utf8'))
      expect(list).toMatchObject({ bomFormat: 'CycloneDX' })
    }
    expect(readdirSync(join(root, 'app')).sort()).toEqual(
      [
        '.compile-cache',
        'LICENSE',
        'dist',
        'migrations',
        'node_modules',
        'package.json',
        'sbom-built.cdx.json',
        'sbom.cdx.json',
      ].sort(),
    )
    expect(existsSync(join(root, 'app/node_modules/typescript'))).toBe(false)
    expect(existsSync(join(root, 'app/node_modules/vite'))).toBe(false)
  })

  it('ends at SIGTERM with 0, and has written no secret', async () => {
    const end = new Promise((done) => running.once('close', done))
    running.kill('SIGTERM')

    expect(await end).toBe(0)
    for (const secret of Object.values(SECRET_SETTINGS)) expect(output.join('')).not.toContain(secret)
  })
})

async function answering(url: string, output: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await pause(200)
  }
  throw new Error(`The service does not answer:\n${output.join('')}`)
}
