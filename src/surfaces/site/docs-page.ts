import type { OpenApiDocument } from '../rest/openapi-document.ts'
import { authenticationChapter, conventionsChapter, errorsChapter, limitsChapter } from './docs-chapters.ts'
import { type Entry, operationSection } from './docs-operation.ts'
import { type Html, html } from './html.ts'

/** The document as one page, usable without scripts, by keyboard, and in print. */
export function docsPage(document: OpenApiDocument, stylePath: string): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const chapters = document.tags.map((tag) => ({
    ...tag,
    id: `chapter-${tag.name.toLowerCase().replaceAll(' ', '-')}`,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  const { title, version } = document.info
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="masthead">
<a class="name" href="/docs">${title}</a>
<p>API ${version}</p>
<a class="machine" href="/api/v1/openapi.json">OpenAPI document</a>
</header>
<div class="columns">
<nav aria-label="Contents">
<details class="contents">
<summary>Contents</summary>
<h2>Start here</h2>
<ul>
<li><a href="#authentication">Authentication</a></li>
<li><a href="#conventions">Conventions</a></li>
<li><a href="#limits">Limits</a></li>
<li><a href="#errors">Errors</a></li>
<li><a href="/api/v1/methodology">Methodology</a></li>
</ul>
${chapters.map(({ name, entries: own }) => contents(name, own))}
</details>
</nav>
<main id="content" tabindex="-1">
<h1>${title} API</h1>
<p class="lead">Options-market analytics over plain HTTP.</p>
${authenticationChapter(document)}
${conventionsChapter()}
${limitsChapter()}
${errorsChapter()}
${chapters.map(
  ({ id, name, description, entries: own }) => html`<section class="chapter" aria-labelledby="${id}">
<h2 id="${id}">${name}</h2>
<p>${description}</p>
${own.map((entry) => operationSection(entry, document))}
</section>`,
)}
</main>
</div>
</body>
</html>
`.text
}

function contents(name: string, entries: readonly Entry[]): Html {
  return html`<h2>${name}</h2>
<ul>
${entries.map(
  ({
    method,
    operation,
  }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a> <small>${method}</small></li>
`,
)}</ul>
`
}
