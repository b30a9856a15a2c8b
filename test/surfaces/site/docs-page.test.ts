import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '../../../src/surfaces/rest/openapi.ts'
import { PROBLEMS } from '../../../src/surfaces/rest/problem.ts'
import { docsPage } from '../../../src/surfaces/site/docs-page.ts'
import { html } from '../../../src/surfaces/site/html.ts'
import { type RestServer, restServer } from '../../support/http/rest-server.ts'
import { sampleOperations } from '../../support/sample-operations.ts'

let rest: RestServer
let page: string
beforeAll(async () => {
  rest = await restServer()
  page = (await rest.server.inject('/docs')).body
})
afterAll(() => rest[Symbol.asyncDispose]())

describe('the documentation page', () => {
  it('has every operation under its name, with its route', () => {
    for (const { name, title, route, surfaces } of sampleOperations()) {
      if (!route || !surfaces.includes('rest')) continue
      expect(page).toContain(`id="${name}"`)
      expect(page).toContain(title)
      expect(page).toContain(`/api/v1${route.path.replaceAll(/:(\w+)/g, '{$1}')}`)
    }
  })

  it('explains every code that the type of a problem leads to', () => {
    for (const code of Object.keys(PROBLEMS)) expect(page).toContain(`id="error-${code}"`)
  })

  it('links only to what is there', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)

    expect(targets.filter((target) => !ids.has(target))).toEqual([])
    expect(ids.size).toBe([...page.matchAll(/ id="([^"]+)"/g)].length)
  })

  it('shows how to ask, with the example of the operation', () => {
    expect(page).toContain('/api/v1/samples/SPY?limit=5&amp;option_type=call')
    expect(page).toContain('-d &#39;{&quot;name&quot;:&quot;first&quot;}&#39;')
  })

  it('tells kinds, bounds and defaults in words', () => {
    expect(page).toContain('whole number; 0 to 100; default 10')
    expect(page).toContain('one of call, put')
    expect(page).toContain('list of one of bid, ask, mid')
    expect(page).toContain('number or null')
    expect(page).toContain('date, YYYY-MM-DD')
  })

  it('has no script, no inline style and nothing from elsewhere', () => {
    expect(page).not.toMatch(/<script|<style| style=| on\w+=|@import/i)
    const sources = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url)
    expect(sources.filter((url) => !/^[/#]|^data:,$/.test(url))).toEqual([])
  })

  it('shows text that looks like HTML as text', () => {
    const [first] = sampleOperations()
    const hostile = { ...first!, title: '<img src=x onerror=alert(1)>', description: `"'><script>alert(1)</script>` }
    const parts = { publicUrl: 'http://x', version: '1', sessionCookie: 'session' }

    const text = docsPage(openApiDocument({ ...parts, operations: [hostile] }), '/style.css')

    expect(text).not.toMatch(/<img|<script/)
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })
})

it('escapes values in HTML, and leaves HTML in HTML alone', () => {
  expect(html`<p title="${'"'}">${'<b>'} ${html`<i>${'&'}</i>`}${undefined}${[1, 'a']}</p>`.text).toBe(
    '<p title="&quot;">&lt;b&gt; <i>&amp;</i>1a</p>',
  )
})
