#!/usr/bin/env node
/**
 * The way in for every npm script, in plain JavaScript that any Node from 18 on can run. It sees to it that the target
 * runs on a Node that is new enough (bringing one from the registry where the machine's own is older) and that the
 * packages named by the lock file are installed. Nothing else may be imported before that: native packages crash on an
 * old Node and print nothing.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import module from 'node:module'
import { constants, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const OLDEST = [22, 18]
const BROUGHT = '24.21.0'
const BROUGHT_INTEGRITY = {
  x64: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  arm64: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Compiled code is kept here from one start to the next, which nearly halves a start. */
const compileCache = join(root, 'node_modules', '.cache', 'compile')
const vite = [
  'node_modules/vite/bin/vite.js',
  'build',
  '--config',
  'src/web/vite.config.ts',
  '--configLoader',
  'native',
]
const PROGRAM = ['src/build-program.ts']
const VIEWS = ['src/build-views.ts']
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts']

/** Each target is a list of commands for Node, run in order until one fails; the arguments go to the last. */
const TARGETS = {
  build: [vite, VIEWS, PROGRAM],
  start: [['dist/program/start.js']],
  scaled: [['src/scaled.ts']],
  cli: [['src/cli.ts']],
  test: [vitest],
  'test:long': [['test/run-long.ts']],
  check: [
    ['node_modules/@biomejs/biome/bin/biome', 'check'],
    ['node_modules/typescript/bin/tsc', '--noEmit'],
    ['node_modules/typescript/bin/tsc', '--noEmit', '--project', 'src/web'],
    ['node_modules/typescript/bin/tsc', '--noEmit', '--project', 'clients/typescript'],
    ['node_modules/knip/bin/knip.js'],
    // What only tests use is no part of the program.
    ['node_modules/knip/bin/knip.js', '--production'],
  ],
  bench: [['--expose-gc', 'test/bench/run.ts']],
  docs: [['test/docs/write.ts']],
  pictures: [['test/docs/pictures.ts'], ['test/docs/icons.ts']],
  'conformance:receiver': [['test/receiver-conformance/run.ts']],
  train: [['test/validation/train.ts'], ['test/validation/train-accumulation.ts'], ['test/validation/train-tails.ts']],
  validate: [['test/validation/run.ts']],
  connect: [['src/build-connect.ts']],
  clients: [['test/clients/write.ts']],
}

/** Targets that run the built program, or show the built web pages. */
const BUILT = new Set(['start', 'scaled', 'test', 'test:long', 'bench', 'docs', 'pictures'])
/** What both are built of. */
const BUILT_OF = ['package-lock.json', 'tsconfig.json', 'src']
/** The digest of what they were built of. */
const builtStamp = join(root, 'dist', 'built.sha256')

// Installed as the command `optionwire`, there is no target to name: it is the command line.
const asCommand = basename(process.argv[1] ?? '') === 'optionwire'
const [target, ...args] = asCommand ? ['cli', ...process.argv.slice(2)] : process.argv.slice(2)

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function main() {
  if (!TARGETS[target]) throw new Error(`Name one of: ${Object.keys(TARGETS).join(', ')}.`)
  const node = isNewEnough(process.versions.node) ? process.execPath : await broughtNode()
  await install(node)
  const commands = await prepared(node)
  const [only] = commands
  if (commands.length === 1 && only.length === 1 && node === process.execPath) return runHere(only[0])
  for (const [index, command] of commands.entries()) {
    const last = index === commands.length - 1
    const code = await run(node, [...command.map(inProject), ...(last ? args : [])], {
      cwd: asCommand ? process.cwd() : root,
      reports: target === 'test',
    })
    if (code !== 0) return code
  }
  return 0
}

/** The commands of the target, after what must be built for them. */
async function prepared(node) {
  if (BUILT.has(target)) await build(node)
  // Tests start processes of the service: from the built program, which takes half the time.
  if (BUILT.has(target) && !['start', 'scaled'].includes(target)) process.env.TEST_PROGRAM = join(root, 'dist/program')
  // A command does not wait for a build.
  return target === 'cli' && isBuilt(digestOf(BUILT_OF)) ? [['dist/program/cli.js']] : TARGETS[target]
}

/** Files of the project are named in full, since the command may be called from any folder. */
function inProject(part) {
  return /^(src|test|dist|node_modules)\//.test(part) ? join(root, part) : part
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}

async function runHere(file) {
  module.enableCompileCache(compileCache)
  process.argv.splice(1, process.argv.length - 1, join(root, file), ...args)
  await import(pathToFileURL(join(root, file)).href)
  return process.exitCode ?? 0
}

/** Path of a Node that is new enough, kept in `.runtime` and checked by npm against the pinned integrity. */
async function broughtNode() {
  const integrity = BROUGHT_INTEGRITY[process.arch]
  const musl = process.platform === 'linux' && !process.report?.getReport().header.glibcVersionRuntime
  if (process.platform !== 'linux' || musl || !integrity) {
    throw new Error(
      `Optionwire needs Node ${OLDEST.join('.')} or newer; this is ${process.versions.node}. Install Node 24, then try again.`,
    )
  }
  const name = `node-linux-${process.arch}`
  const home = join(root, '.runtime', `${name}-${BROUGHT}`)
  const node = join(home, 'node_modules', name, 'bin', 'node')
  if (!existsSync(node)) {
    note(`Node ${process.versions.node} is older than ${OLDEST.join('.')}: bringing Node ${BROUGHT} for this project.`)
    await bring(name, integrity, home)
  } else if (target === 'start') {
    note(`Node ${process.versions.node} is older than ${OLDEST.join('.')}: running on Node ${BROUGHT}.`)
  }
  return node
}

async function bring(name, integrity, home) {
  mkdirSync(dirname(home), { recursive: true })
  const draft = mkdtempSync(join(dirname(home), 'draft-'))
  const dependencies = { [name]: BROUGHT }
  writeFileSync(
    join(draft, 'package.json'),
    JSON.stringify({ name: 'runtime', version: '0.0.0', private: true, dependencies }),
  )
  const packages = {
    '': { name: 'runtime', version: '0.0.0', dependencies },
    [`node_modules/${name}`]: { version: BROUGHT, integrity },
  }
  const lock = { name: 'runtime', version: '0.0.0', lockfileVersion: 3, requires: true, packages }
  writeFileSync(join(draft, 'package-lock.json'), JSON.stringify(lock))
  const code = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: draft,
    quiet: true,
  })
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw new Error(`Node ${BROUGHT} could not be brought from the registry. Install Node 24, then try again.`)
  }
  try {
    renameSync(draft, home)
  } catch (error) {
    // Another start brought it meanwhile.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  }
}

/** Installs what the lock file names, unless it is there already. */
async function install(node) {
  if (isInstalled()) return
  note('Installing the packages that package-lock.json names.')
  const path = `${dirname(node)}:${process.env.PATH ?? ''}`
  const code = await run('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'], {
    cwd: root,
    quiet: true,
    path,
  })
  if (code !== 0) throw new Error('The packages could not be installed: see the lines above.')
}

/** Builds the web pages and the program, unless they were built of the same sources. */
async function build(node) {
  const digest = digestOf(BUILT_OF)
  if (isBuilt(digest)) return
  note('Building the web pages and the program.')
  const steps = { 'web pages': [...vite, '--logLevel', 'warn'], views: VIEWS, program: PROGRAM }
  for (const [what, command] of Object.entries(steps)) {
    const code = await run(node, command.map(inProject), { quiet: true })
    if (code !== 0) throw new Error(`The ${what} could not be built: see the lines above.`)
  }
  writeFileSync(builtStamp, digest)
}

function isBuilt(digest) {
  return existsSync(builtStamp) && readFileSync(builtStamp, 'utf8') === digest
}

function digestOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    const entries = path.includes('.')
      ? ['']
      : readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).sort()
    for (const entry of entries) {
      const file = join(root, path, entry)
      if (/\.[a-z]+$/.test(file)) hash.update(join(path, entry)).update('\0').update(readFileSync(file))
    }
  }
  return hash.digest('hex')
}

function isInstalled() {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, entry]) => {
    const found = present[path]
    if (!found) return path === '' || entry.optional === true || entry.peer === true
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Runs a command to its end, hands signals on, and gives its exit code (128 + signal when a signal ended it). One that
 * `reports` writes its code into the file of TEST_RESULT before its process is taken down, which may crash.
 */
function run(command, commandArgs, { cwd = root, quiet = false, path = process.env.PATH, reports = false } = {}) {
  const folder = reports ? mkdtempSync(join(tmpdir(), 'optionwire-')) : undefined
  const reported = folder && { TEST_RESULT: join(folder, 'code') }
  return new Promise((resolve, reject) => {
    // What this Node was told holds for another one, too: npm takes no part in it.
    const child = spawn(command, command === 'npm' ? commandArgs : [...process.execArgv, ...commandArgs], {
      cwd,
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, PATH: path, ...reported },
      // What an install prints is no part of the output that a caller may be parsing.
      stdio: quiet ? ['ignore', 2, 2] : 'inherit',
    })
    const handOn = (signal) => {
      // A terminal sends Ctrl-C to the whole group: the child has it already.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, handOn)
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, handOn)
      // A crash prints nothing by itself. A signal that was handed on is no news to its sender.
      if (signal && !signals.includes(signal)) note(`${[command, ...commandArgs].join(' ')} was ended by ${signal}.`)
      const known =
        reported && existsSync(reported.TEST_RESULT) ? Number(readFileSync(reported.TEST_RESULT, 'utf8')) : undefined
      resolve(code ?? known ?? 128 + constants.signals[signal])
    })
  }).finally(() => folder && rmSync(folder, { recursive: true, force: true }))
}

function note(line) {
  process.stderr.write(`${line}\n`)
}
