/**
 * Writes the views that hosts show in a chat to dist/views: one HTML file each, with its script and styles inside, because
 * the frame of a host may load nothing.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { VIEWS } from './surfaces/mcp/views.ts'

const SOURCES = import.meta.dirname
const RESULT = join(SOURCES, '../dist/views')

mkdirSync(RESULT, { recursive: true })
for (const { name, title } of VIEWS) {
  const built = await build({
    configFile: false,
    root: join(SOURCES, 'web'),
    logLevel: 'warn',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      target: 'es2022',
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(SOURCES, 'web/mcp', `${name}-view.tsx`),
        external: [/^virtual:/],
        output: { format: 'iife', codeSplitting: false, globals: () => 'undefined' },
        treeshake: { propertyReadSideEffects: false },
      },
    },
  })
  const files = [built].flat().flatMap((it) => ('output' in it ? it.output : []))
  const script = files.map((it) => (it.type === 'chunk' ? it.code : '')).join('')
  const style = files
    .map((it) => (it.type === 'asset' && it.fileName.endsWith('.css') ? String(it.source) : ''))
    .join('')
  writeFileSync(join(RESULT, `${name}.html`), document(title, inline(script), style))
}

function document(title: string, script: string, style: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title><style>${inlineStyle(style)}</style></head>`,
    `<body><div id="view"></div><script>${script}</script></body></html>\n`,
  ].join('')
}

/** A script that ends nowhere but at its end, in any encoding. */
function inline(script: string): string {
  return script
    .replaceAll(/<(?=\/script|!--|script)/gi, '\\x3C')
    .replaceAll(/[^\0-\x7f]/g, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Likewise for styles. */
function inlineStyle(style: string): string {
  return style.replaceAll('</', '<\\/').replaceAll(/[^\0-\x7f]/gu, (it) => `\\${it.codePointAt(0)?.toString(16)} `)
}
