import type { JsonSchema } from '../input/input-fields.ts'
import type { OpenApiDocument, OpenApiOperation } from '../rest/openapi-document.ts'
import { codeBlock } from './docs-chapters.ts'
import { type Html, html } from './html.ts'
import { boundsText, follow, schemaRows, typeText } from './schema-rows.ts'

export interface Entry {
  readonly method: string
  readonly path: string
  readonly operation: OpenApiOperation
}

/** The section of one operation: description, parameters, example request, answer. */
export function operationSection(entry: Entry, document: OpenApiDocument): Html {
  const { method, path, operation } = entry
  const id = operation.operationId
  return html`<article class="operation" aria-labelledby="${id}">
<h3 id="${id}"><a href="#${id}">${operation.summary}</a></h3>
<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
${operation.description.split('\n\n').map((paragraph) => html`<p>${paragraph}</p>`)}
${parametersTable(operation, document)}
${bodyTable(operation, document)}
${codeBlock(`Example request: ${operation.summary}`, curl(entry, document))}
${answerTable(operation, document)}
${statuses(operation)}
</article>`
}

function parametersTable({ parameters = [], summary }: OpenApiOperation, document: OpenApiDocument): Html | undefined {
  if (parameters.length === 0) return undefined
  const rows = parameters.map(({ name, in: place, required, description, schema }) => ({
    name,
    note: place === 'path' ? 'in the path' : required ? 'required' : 'optional',
    type: withBounds(schema, document),
    description,
  }))
  return fieldTable('Parameters', summary, rows)
}

function bodyTable({ requestBody, summary }: OpenApiOperation, document: OpenApiDocument): Html | undefined {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return undefined
  const rows = schemaRows(schema, document).map(({ path, required, type, description }) => ({
    name: path,
    note: required ? 'required' : 'optional',
    type,
    description,
  }))
  return fieldTable('Body', summary, rows)
}

function answerTable({ responses, summary }: OpenApiOperation, document: OpenApiDocument): Html | undefined {
  const schema = successSchema(responses)
  const rows = schema ? schemaRows(schema, document) : []
  if (rows.length === 0) return undefined
  return html`<details class="answer">
<summary>Fields of the answer</summary>
${fieldTable(
  'Answer',
  summary,
  rows.map(({ path, type, description }) => ({ name: path, note: '', type, description })),
)}
</details>`
}

function successSchema(responses: OpenApiOperation['responses']): JsonSchema | undefined {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const content = success?.['content']
  if (typeof content !== 'object' || content === null || !('application/json' in content)) return undefined
  const media = content['application/json']
  if (typeof media !== 'object' || media === null || !('schema' in media)) return undefined
  return typeof media.schema === 'object' && media.schema !== null ? { ...media.schema } : undefined
}

interface FieldRow {
  readonly name: string
  readonly note: string
  readonly type: string
  readonly description: string
}

function fieldTable(title: string, of: string, rows: readonly FieldRow[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${title}: ${of}">
<table class="fields">
<caption>${title}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${rows.map(
  ({ name, note, type, description }) => html`<tr>
<th scope="row"><code>${name}</code>${note === '' ? undefined : html` <small>${note}</small>`}</th>
<td>${type}</td>
<td>${description}</td>
</tr>
`,
)}</tbody>
</table>
</div>`
}

function withBounds(schema: JsonSchema, document: OpenApiDocument): string {
  const target = follow(schema, document)
  const bounds = boundsText(target)
  return bounds === '' ? typeText(target, document) : `${typeText(target, document)}; ${bounds}`
}

function statuses({ responses }: OpenApiOperation): Html {
  return html`<p class="statuses">Answers with ${Object.entries(responses).map(([status, response], index) => {
    const code = response.$ref?.split('/').at(-1)
    const label = code ? html`<a href="#error-${code}">${status}</a>` : html`<strong>${status}</strong>`
    return html`${index === 0 ? '' : ', '}${label}`
  })}.</p>`
}

function curl({ method, path, operation }: Entry, document: OpenApiDocument): string {
  const { parameters = [], requestBody, security = [] } = operation
  let url = path
  const query: string[] = []
  for (const { name, in: place, example } of parameters) {
    const text = encodeURIComponent(String(example ?? 'VALUE')).replaceAll('%2C', ',')
    if (place === 'path') url = url.replace(`{${name}}`, text)
    else if (example !== undefined) query.push(`${name}=${text}`)
  }
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${document.servers[0]?.url ?? ''}${url}${queryText(query)}'`,
  ]
  if (security.some((scheme) => 'UserToken' in scheme)) {
    lines.push(`-H 'X-USER-EMAIL: you@example.com'`, `-H 'X-USER-TOKEN: ow_…'`)
  }
  const body = requestBody?.content['application/json']
  if (body) lines.push(`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body.example ?? {})}'`)
  return lines.join(' \\\n  ')
}

function queryText(query: readonly string[]): string {
  return query.length === 0 ? '' : `?${query.join('&')}`
}
