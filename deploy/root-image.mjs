#!/usr/bin/env node
/**
 * Builds the image of the Dockerfile without a container engine: a folder with the root file system, and what the image
 * says of itself in `image.json` beside it. It runs the steps of the Dockerfile, in their order, in root file systems of
 * Debian. It needs root, and of Debian's packages debootstrap, nodejs and npm; Node of the image comes from the npm
 * registry.
 *
 *   node deploy/root-image.mjs FOLDER [BASE]
 *
 * BASE is a root file system of the image's Debian, made by debootstrap before; without it one is made.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { env as environment } from 'node:process'
import { fileURLToPath } from 'node:url'

const SOURCE = dirname(dirname(fileURLToPath(import.meta.url)))
/** The one that the base image brings with this line of Node. */
const NPM = 'npm@11.6.2'
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

const [folder, givenBase] = process.argv.slice(2)
if (folder === undefined) fail('Give the folder in which the image is made: node deploy/root-image.mjs FOLDER [BASE]')
if (process.getuid?.() !== 0) fail('Run this as root: it makes root file systems.')

const work = resolve(folder)
if (existsSync(work) && readdirSync(work).length > 0) fail(`${work} is not empty. Give another folder.`)
mkdirSync(work, { recursive: true })
const instructions = read(readFileSync(join(SOURCE, 'Dockerfile'), 'utf8'))
const [, node, suite] = /^node:(\d+\.\d+\.\d+)-(\w+)-slim@/.exec(instructions[0]?.rest ?? '') ?? []
if (node === undefined || suite === undefined) fail('The Dockerfile does not begin with FROM node:VERSION-SUITE-slim@…')
const registry = run('npm', ['config', 'get', 'registry'], { cwd: '/' }).trim()

const base = join(work, 'base')
makeBase()
const stages = new Map()
let stage
for (const { name, rest } of instructions) perform(name, rest)
rmSync(base, { recursive: true })
const { root: _root, ...image } = stage
for (const made of new Set(stages.values())) if (made !== stage) rmSync(made.root, { recursive: true, force: true })
run('mv', [stage.root, join(work, 'root')])
writeFileSync(join(work, 'image.json'), `${JSON.stringify(image, null, 2)}\n`)
process.stdout.write(`The image is in ${join(work, 'root')}.\n`)

/** Instructions, with lines that end in a backslash joined. */
function read(text) {
  return text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ name: line.slice(0, line.indexOf(' ')), rest: line.slice(line.indexOf(' ') + 1).trim() }))
}

/** Debian with Node, npm and the user `node`, as the base image has them. */
function makeBase() {
  if (givenBase === undefined) {
    run('debootstrap', ['--variant=minbase', '--include=ca-certificates', suite, base])
  } else run('cp', ['-a', '--reflink=auto', resolve(givenBase), base])
  const arch = { x64: 'x64', arm64: 'arm64' }[process.arch]
  if (arch === undefined) fail(`There is no image for processors of the kind ${process.arch}.`)
  unpack(`node-linux-${arch}@${node}`, 'usr/local')
  unpack(NPM, 'usr/local/lib/node_modules/npm')
  for (const name of ['npm', 'npx']) {
    run('ln', ['-sf', `../lib/node_modules/npm/bin/${name}-cli.js`, join(base, 'usr/local/bin', name)])
  }
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) cpSync(file, join(base, file), { dereference: true })
  inRoot(base, { env: {}, workdir: '/' }, 'useradd --create-home --uid 1000 node')
}

/** A package of the registry, without its folder `package`. */
function unpack(name, where) {
  const target = join(base, where)
  mkdirSync(target, { recursive: true })
  const file = run('npm', ['pack', '--silent', '--pack-destination', work, name], { cwd: work })
    .trim()
    .split('\n')
    .pop()
  run('tar', ['-xzf', join(work, file), '-C', target, '--strip-components=1', '--no-same-owner'])
  rmSync(join(work, file))
}

function perform(name, rest) {
  const steps = {
    FROM: () => begin(rest),
    ENV: () => Object.assign(stage.env, assignments(rest)),
    WORKDIR: () => {
      stage.workdir = rest
      mkdirSync(join(stage.root, rest), { recursive: true })
    },
    COPY: () => copy(rest.split(/\s+/)),
    RUN: () => inRoot(stage.root, stage, rest),
    USER: () => {
      stage.user = rest
    },
    VOLUME: () => stage.volumes.push(rest),
    EXPOSE: () => stage.ports.push(Number(rest)),
    HEALTHCHECK: () => {
      stage.health = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4))
    },
    CMD: () => {
      stage.command = JSON.parse(rest)
    },
  }
  if (!steps[name]) fail(`This script does not know the instruction ${name} of the Dockerfile.`)
  process.stdout.write(`${name} ${rest.slice(0, 100)}\n`)
  steps[name]()
}

function begin(rest) {
  const [from, , as = `stage-${stages.size}`] = rest.split(/\s+/)
  if (from !== instructions[0].rest.split(/\s+/)[0]) fail('Every stage must begin with the same base image.')
  const root = join(work, as)
  run('cp', ['-a', '--reflink=auto', base, root])
  stage = { root, env: { PATH }, workdir: '/', user: 'root', volumes: [], ports: [], health: null, command: null }
  stages.set(as, stage)
}

/** From the source, of which .dockerignore lets the named files through, or from another stage. */
function copy(words) {
  const option = words[0]?.startsWith('--from=') ? words.shift() : undefined
  const target = words.pop() ?? ''
  const from = option === undefined ? SOURCE : rootOf(option.slice('--from='.length))
  const into = join(stage.root, resolve(stage.workdir, target))
  for (const word of words) {
    if (from === SOURCE && !isInContext(word)) fail(`.dockerignore leaves ${word} out.`)
    const isFolder = !/\.\w+$|^LICENSE$/.test(word)
    cpSync(join(from, word), isFolder ? into : join(into, word.split('/').pop()), {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
}

function rootOf(name) {
  const other = stages.get(name)
  return other ? other.root : fail(`There is no stage ${name}.`)
}

function isInContext(word) {
  const named = readFileSync(join(SOURCE, '.dockerignore'), 'utf8').split('\n')
  return named.includes(`!${word.split('/')[0]}`)
}

/** `NAME=value` pairs, with values that may refer to earlier ones. */
function assignments(rest) {
  return Object.fromEntries(
    rest.split(/\s+/).map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}

function inRoot(root, { env, workdir }, command) {
  const own = Object.entries(environment).filter(([name]) => /^(npm_config_.*|https?_proxy|no_proxy)$/i.test(name))
  const authority = environment.NODE_EXTRA_CA_CERTS
  if (authority !== undefined) cpSync(authority, join(root, 'tmp/authority.pem'))
  const given = { PATH, HOME: '/root', npm_config_registry: registry, ...Object.fromEntries(own), ...env }
  if (authority !== undefined) given.NODE_EXTRA_CA_CERTS = '/tmp/authority.pem'
  run(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      `--mount-proc=${root}/proc`,
      'chroot',
      root,
      '/bin/sh',
      '-ec',
      `cd ${workdir}; ${command}`,
    ],
    { env: given, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  rmSync(join(root, 'tmp/authority.pem'), { force: true })
}

function run(program, words, options = {}) {
  try {
    return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options }) ?? ''
  } catch (error) {
    return fail(`${program} failed: ${error.message.split('\n')[0]}`)
  }
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  return process.exit(1)
}
