import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AS_STARTED, allocatorSettings } from './support/process/as-started.ts'
import { run } from './support/process/command.ts'
import { tempFolder } from './support/process/temp-folder.ts'
import { everyCase } from './support/sample.ts'

const root = resolve(import.meta.dirname, '..')

describe('the memory', () => {
  const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

  it('is bounded alike in npm start, the image and the unit of systemd', () => {
    const flags = ['--max-semi-space-size=4', '--expose-gc']
    const allocator = 'LD_PRELOAD=libjemalloc.so.2 MALLOC_CONF=narenas:1,dirty_decay_ms:2000,background_thread:true'
    const [image, unit] = [textOf('Dockerfile'), textOf('deploy/optionwire.service')]

    expect(AS_STARTED.NODE_OPTIONS).toBe(flags.join(' '))
    expect(allocator).toContain(`MALLOC_CONF=${allocatorSettings()['MALLOC_CONF']}`)
    expect(image).toContain(
      `ENV ${allocator}\nCMD ${JSON.stringify(['node', ...flags, 'dist/program/main.js']).replaceAll(',', ', ')}`,
    )
    expect(unit).toMatch(new RegExp(`^Environment=${allocator}$`, 'm'))
    expect(unit).toMatch(new RegExp(`^ExecStart=\\S+ ${flags.join(' ')} dist/program/main.js$`, 'm'))
  })

  it('is given out by jemalloc where it is installed, and by another allocator where the user names one', () => {
    const { LD_PRELOAD = '', MALLOC_ARENA_MAX } = allocatorSettings()

    expect(LD_PRELOAD === '' || existsSync(LD_PRELOAD)).toBe(true)
    expect(MALLOC_ARENA_MAX).toBe('2')
    expect(allocatorSettings({ LD_PRELOAD: '/usr/lib/other.so' })['LD_PRELOAD']).toBe('/usr/lib/other.so')
    expect(allocatorSettings({ LD_PRELOAD: '' })['LD_PRELOAD']).toBe('')
  })
})

describe('the launcher', () => {
  it('names its targets when it is asked for another', async () => {
    const ended = await run('src/launch.mjs', ['fly'], { cwd: root })

    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toBe(
      'Name one of: build, start, scaled, cli, test, test:long, check, bench, docs, pictures, conformance:receiver, train, validate, connect, clients.\n',
    )
  })

  it('hands the arguments on and gives the exit code of what it ran', async () => {
    const help = await run('src/launch.mjs', ['cli', 'gamma_exposure', '--help'], { cwd: root })
    const unknown = await run('src/launch.mjs', ['cli', 'gamma_exposur', 'SPY'], { cwd: root })

    expect(help.code).toBe(0)
    expect(help.stdout).toContain('--dte_max')
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toContain('gamma_exposure')
  })

  it('installs nothing when all that the lock file names is there', async () => {
    const ended = await run('src/launch.mjs', ['cli', 'help'], { cwd: root })

    expect(ended.stderr).toBe('')
  })

  it('installs again when the lock file names another version', async () => {
    using folder = tempFolder()
    const clone = cloneWithout(folder.path, 'node_modules')
    mkdirSync(join(clone, 'node_modules'))
    const lock = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'))
    lock.packages['node_modules/zod'].version = '0.0.1'
    writeFileSync(join(clone, 'node_modules/.package-lock.json'), JSON.stringify(lock))
    // An npm that only says that it was called: installing for real takes the network and half a minute.
    const bin = join(folder.path, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'npm'), '#!/bin/sh\necho "npm $1" >&2\nexit 9\n', { mode: 0o755 })

    const ended = await run(join(clone, 'src/launch.mjs'), ['cli', 'help'], {
      cwd: clone,
      env: { PATH: `${bin}:${process.env['PATH']}` },
    })

    expect(ended.code).toBe(1)
    expect(ended.stderr).toContain('npm ci')
    expect(ended.stderr).toContain('The packages could not be installed')
  })

  it('names the signal that ended what it ran', async () => {
    using folder = tempFolder()
    const clone = cloneWithout(folder.path, 'node_modules')
    const linter = join(clone, 'node_modules/@biomejs/biome/bin')
    mkdirSync(linter, { recursive: true })
    cpSync(join(root, 'node_modules/.package-lock.json'), join(clone, 'node_modules/.package-lock.json'))
    writeFileSync(join(linter, 'biome'), "process.kill(process.pid, 'SIGUSR2')")

    const ended = await run(join(clone, 'src/launch.mjs'), ['check'], { cwd: clone })

    expect(ended.code).toBe(128 + 12)
    expect(ended.stderr).toMatch(/biome check was ended by SIGUSR2\.\n$/)
  })

  it('counts the result of a test runner that crashed after all tests, and no other crash', async () => {
    using folder = tempFolder()
    const clone = cloneWithout(folder.path, 'node_modules')
    const fake = (file: string, text: string) => {
      mkdirSync(dirname(join(clone, file)), { recursive: true })
      writeFileSync(join(clone, file), text)
    }
    cpSync(join(root, 'node_modules/.package-lock.json'), join(clone, 'node_modules/.package-lock.json'))
    for (const file of ['node_modules/vite/bin/vite.js', 'src/build-views.ts', 'src/build-program.ts']) fake(file, '')
    mkdirSync(join(clone, 'dist'), { recursive: true })
    const crash = "process.kill(process.pid, 'SIGSEGV')"
    const codeOf = async (script: string) => {
      fake('node_modules/vitest/vitest.mjs', `import { writeFileSync } from 'node:fs'\n${script}`)
      const { code, stderr } = await run(join(clone, 'src/launch.mjs'), ['test'], { cwd: clone })
      return [code, /was ended by SIGSEGV/.test(stderr)]
    }

    expect(await codeOf(`writeFileSync(process.env.TEST_RESULT, '0')\n${crash}`)).toEqual([0, true])
    expect(await codeOf(`writeFileSync(process.env.TEST_RESULT, '1')\n${crash}`)).toEqual([1, true])
    expect(await codeOf(crash)).toEqual([128 + 11, true])
    expect(await codeOf('process.exitCode = 3')).toEqual([3, false])
  })

  it.runIf(everyCase)(
    'builds the web pages and the program when their sources have changed, and only then',
    { timeout: 60_000 },
    async () => {
      using folder = tempFolder()
      const clone = cloneWithout(folder.path, 'node_modules')
      symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
      cpSync(join(root, '.env.example'), join(clone, '.env.example'))
      // A start that refuses its settings ends by itself, after all that the launcher does before.
      const start = () => run(join(clone, 'src/launch.mjs'), ['start'], { cwd: clone, env: { DRY_RUN: 'perhaps' } })

      const first = await start()
      expect(first.stderr).toContain('Building the web pages and the program.')
      expect(first.stderr).toContain('DRY_RUN')
      expect(readFileSync(join(clone, 'dist/web/index.html'), 'utf8')).toContain('<script type="module"')
      expect(existsSync(join(clone, 'dist/program/main.js'))).toBe(true)

      expect((await start()).stderr).not.toContain('Building')

      writeFileSync(join(clone, 'src/web/theme.css'), 'body { color: red }')
      expect((await start()).stderr).toContain('Building the web pages and the program.')
    },
  )

  it('says so when the web pages cannot be built, and starts nothing', async () => {
    using folder = tempFolder()
    const clone = cloneWithout(folder.path, 'node_modules')
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
    writeFileSync(join(clone, 'src/web/main.tsx'), 'this is no program')

    const ended = await run(join(clone, 'src/launch.mjs'), ['start'], { cwd: clone })

    expect(ended.code).toBe(1)
    expect(ended.stderr).toContain('The web pages could not be built')
    expect(existsSync(join(clone, '.env'))).toBe(false)
  })

  it('runs from any folder as the command optionwire', async () => {
    using folder = tempFolder()
    const command = folder.file('optionwire')
    symlinkSync(join(root, 'src/launch.mjs'), command)

    const ended = await run(command, ['stocks', '--json'], { cwd: folder.path, env: { DATABASE_PATH: 'here.sqlite3' } })

    expect(ended, ended.stderr).toMatchObject({ code: 0 })
    expect(JSON.parse(ended.stdout)).toMatchObject({ source: 'simulated' })
    expect(existsSync(folder.file('here.sqlite3'))).toBe(true)
  })
})

function cloneWithout(folder: string, left: string): string {
  const clone = join(folder, 'clone')
  mkdirSync(clone)
  for (const name of ['package.json', 'package-lock.json', 'tsconfig.json', 'src', 'migrations']) {
    if (name !== left) cpSync(join(root, name), join(clone, name), { recursive: true })
  }
  return clone
}
