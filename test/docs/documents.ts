import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/*.md',
  'migrations/README.md',
  'clients/*/README.md',
  '{src,test}/**/README.md',
]

export interface Document {
  /** Path from the root of the project. */
  readonly file: string
  readonly text: string
}

export function documents(): Document[] {
  return globSync(DOCUMENTS, { cwd: root })
    .sort()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}

/** Relative links, images included, whose file or heading does not exist. */
export function brokenLinks({ file, text }: Document): string[] {
  const links = withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)
  return [...links].map(([, link]) => link ?? '').filter((link) => !/^[a-z]+:/.test(link) && !leads(file, link))
}

/**
 * Paths in backticks that do not exist. A path that a reader is to make is followed by `(new)`; one with a placeholder
 * such as `<name>` is a pattern. In the READMEs of `src` and `test` a path may also begin below the root, and a bare name
 * stands for a file or folder somewhere beside or below the README.
 */
export function missingPaths({ file, text }: Document): string[] {
  const isInside = /^(src|test)\//.test(file)
  const form = isInside
    ? /`([\w.-]+(?:\/[\w.-]+)*(?:\/|\.tsx?))`/g
    : /`((?:src|test|docs|migrations)\/[\w./-]*)`(?! \(new\))/g
  const named = [...text.matchAll(form)].map(([, path]) => path ?? '')
  return named.filter((path) => !existsSync(join(root, path)) && !(isInside && isInTree(path, dirname(file))))
}

const tree = globSync('{src,test}/**', { cwd: root })

function isInTree(path: string, folder: string): boolean {
  if (existsSync(join(root, folder, path))) return true
  const ending = `/${path.replace(/\/$/, '')}`
  return tree.some((entry) => entry.endsWith(ending) && (ending.lastIndexOf('/') > 0 || entry.startsWith(`${folder}/`)))
}

export interface CodeBlock {
  readonly file: string
  readonly language: string
  readonly text: string
}

export function codeBlocks({ file, text }: Document): CodeBlock[] {
  const blocks = text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)
  return [...blocks].map(([, language = '', code = '']) => ({ file, language, text: code }))
}

function leads(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? from : relative(root, join(root, dirname(from), path))
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || anchors(readFileSync(join(root, target), 'utf8')).includes(anchor)
}

/** Headings as the addresses that GitHub gives them. */
function anchors(text: string): string[] {
  const headings = withoutCode(text).matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '')
}
