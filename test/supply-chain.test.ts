import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Licences that ask for no more than a notice. */
const ALLOWED = new Set(['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'])

/** Packages under other licences, each with the reason that it may stay. */
const EXCEPTIONS: Readonly<Record<string, { readonly licence: string; readonly reason: string }>> = {
  'web-push': { licence: 'MPL-2.0', reason: 'Copyleft by file: it is used unchanged, as a package of its own.' },
  '@resvg/resvg-js': {
    licence: 'MPL-2.0',
    reason: 'Copyleft by file: it is used unchanged, with its binaries @resvg/resvg-js-<platform>.',
  },
  'axe-core': { licence: 'MPL-2.0', reason: 'Only tests use it.' },
  lightningcss: { licence: 'MPL-2.0', reason: 'Only the build uses it, and its binaries lightningcss-<platform>.' },
  argparse: { licence: 'Python-2.0', reason: 'Only the generator of the clients uses it.' },
  'fast-sha256': { licence: 'Unlicense', reason: 'Public domain.' },
}

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional(), dev: z.boolean().optional() }),
  ),
})
const Installed = z.object({ license: z.union([z.string(), z.object({ type: z.string() })]).optional() })

const packages = Object.entries(Lock.parse(JSON.parse(read('package-lock.json'))).packages)
  .filter(([path]) => path !== '')
  .map(([path, { license, dev }]) => ({
    path,
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    licence: license ?? 'none',
    isDev: dev === true,
  }))

/** Whether a licence expression offers an allowed choice. */
function isAllowed(expression: string): boolean {
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((licence) => ALLOWED.has(licence)))
}

function exceptionOf(name: string) {
  const ofPlatform = /^(lightningcss|@resvg\/resvg-js)-[a-z0-9-]+$/.exec(name)
  return EXCEPTIONS[name] ?? EXCEPTIONS[ofPlatform?.[1] ?? '']
}

describe('the licences of the dependencies', () => {
  it('are allowed, or named exceptions', () => {
    const others = packages
      .filter(({ name, licence }) => !isAllowed(licence) && exceptionOf(name)?.licence !== licence)
      .map(({ path, licence }) => `${path}: ${licence}`)

    expect(packages.length).toBeGreaterThan(100)
    expect(others).toEqual([])
  })

  it('are those that the installed packages name', () => {
    const others = packages.flatMap(({ path, licence }) => {
      const file = join(root, path, 'package.json')
      if (!existsSync(file)) return []
      const { license } = Installed.parse(JSON.parse(readFileSync(file, 'utf8')))
      const named = typeof license === 'object' ? license.type : license
      return named === undefined || named === licence ? [] : [`${path}: ${named} instead of ${licence}`]
    })

    expect(others).toEqual([])
  })

  it('have no exception that nothing needs, and few in what the service runs on', () => {
    const needed = packages.filter(({ licence }) => !isAllowed(licence))

    expect(Object.keys(EXCEPTIONS).filter((name) => !needed.some((it) => it.name === name))).toEqual([])
    const run = needed.filter(({ isDev }) => !isDev).map(({ name }) => name.replace(/^(@resvg\/resvg-js)-.*/, '$1'))
    expect([...new Set(run)].sort()).toEqual(['@resvg/resvg-js', 'fast-sha256', 'web-push'])
  })

  it.each([
    ['MIT OR GPL-3.0', true],
    ['(MIT OR Apache-2.0)', true],
    ['MIT AND GPL-3.0', false],
    ['GPL-3.0', false],
    ['none', false],
  ])('are read as expressions: %s', (expression, expected) => {
    expect(isAllowed(expression)).toBe(expected)
  })

  it('include that of the project itself', () => {
    expect(read('LICENSE')).toMatch(/^MIT License\n/)
    expect(JSON.parse(read('package.json')).license).toBe('MIT')
  })
})

describe('the image', () => {
  const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)

  it('is built from one base, named by its digest', () => {
    expect(bases).toHaveLength(3)
    expect(new Set(bases).size).toBe(1)
    expect(bases[0]).toMatch(/^node:\d+\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/)
  })

  it('holds the lists of components and the licence', () => {
    const last = read('Dockerfile').slice(read('Dockerfile').lastIndexOf('\nFROM '))

    for (const file of ['sbom.cdx.json', 'sbom-built.cdx.json', 'LICENSE']) expect(last).toContain(file)
    expect(read('.dockerignore')).toMatch(/^!LICENSE$/m)
  })

  it('makes those lists from what it installs, and runs no script of a package', () => {
    const steps = read('Dockerfile')
    const installs = [...steps.matchAll(/npm (?:ci|install)\b.*/g)].map(([step]) => step)

    for (const file of ['sbom.cdx.json', 'sbom-built.cdx.json']) {
      expect(steps).toContain(`npm sbom --sbom-format=cyclonedx > ${file}\n`)
    }
    expect(installs).toHaveLength(2)
    expect(installs.filter((step) => !step.includes('--ignore-scripts'))).toEqual([])
  })

  it('gets the source and nothing of tests, settings or history', () => {
    const [first, ...named] = read('.dockerignore').trim().split('\n')

    expect(first).toBe('*')
    expect(named.toSorted()).toEqual(
      ['LICENSE', 'package.json', 'package-lock.json', '.npmrc', 'migrations', 'tsconfig.json', 'src']
        .map((name) => `!${name}`)
        .toSorted(),
    )
  })

  it('is built from a lock file with a digest for each package and no address', () => {
    const lock = JSON.parse(read('package-lock.json'))
    const entries = Object.entries<{ integrity?: string; resolved?: string; link?: boolean; inBundle?: boolean }>(
      lock.packages,
    )
    const open = entries.filter(([path, { integrity, inBundle }]) => path !== '' && !integrity && !inBundle)

    expect(open.map(([path]) => path)).toEqual([])
    expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })
})
