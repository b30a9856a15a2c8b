import type { OpenApiDocument } from '../rest/openapi-document.ts'
import { PROBLEMS } from '../rest/problem.ts'
import { REQUESTS_PER_MINUTE } from '../rest/rate-limit.ts'
import { type Html, html } from './html.ts'

/** Chapters that apply to all operations. */

const EXPLANATIONS: Readonly<Record<keyof typeof PROBLEMS, string>> = {
  malformed: 'The request cannot be read: invalid JSON or percent-encoding, a missing or repeated Host header.',
  unauthenticated: 'Missing or invalid credentials. The body is the same for every cause.',
  forbidden:
    'The plan, the account status or the kind of credentials does not allow it. required_plan names the plan that does.',
  not_found: 'The path does not exist, or the item belongs to another account.',
  method_not_allowed: 'The path does not support the method. Allow lists the supported ones.',
  request_timeout: 'The request did not arrive within 15 seconds.',
  conflict: 'The request conflicts with stored data, for example a name that is already used.',
  too_large: 'The body is larger than the route accepts, 64 KiB for most.',
  target_too_long: 'The URL is longer than 8 KiB.',
  unsupported_media: 'The body is not JSON.',
  expectation_failed: 'An Expect header other than 100-continue.',
  invalid: 'A parameter or a field of the body is invalid. errors names each and what it must be.',
  rate_limited: 'More requests than the limit. Retry-After is the number of seconds to wait.',
  headers_too_large: 'The headers are longer than 16 KiB.',
  internal: 'Internal error. The log of the service contains it under request_id.',
  unavailable:
    'The data source does not answer, the answer took more than 25 seconds, or the store refuses writes. Retry-After is the number of seconds to wait.',
}

export function authenticationChapter(document: OpenApiDocument): Html {
  const url = document.servers[0]?.url ?? ''
  return html`<section aria-labelledby="authentication">
<h2 id="authentication">Authentication</h2>
<p>Send the e-mail address of the account and the token of an API key with every request. Create a key under Account, API keys;
its token is shown once. Treat it as a password.</p>
${codeBlock(
  'A first request',
  `curl ${url}/api/v1/account \\
  -H 'X-USER-EMAIL: you@example.com' \\
  -H 'X-USER-TOKEN: ow_…'`,
)}
<p>A client that supports only one header can send <code>Authorization: Bearer</code> with the Base64 of
<code>e-mail:token</code>. A browser that is signed in sends its session cookie instead.</p>
</section>`
}

export function conventionsChapter(): Html {
  return html`<section aria-labelledby="conventions">
<h2 id="conventions">Conventions</h2>
<dl>
<dt>Times and dates</dt>
<dd>Times are ISO 8601 in UTC. Dates are New York trading dates, <code>YYYY-MM-DD</code>.</dd>
<dt>Numbers</dt>
<dd>Money is in USD. Volatilities, rates and confidence are decimals: 0.25 is 25 %. A name that ends in
<code>_pct</code> is a percentage: 25.0.</dd>
<dt>Unknown</dt>
<dd><code>null</code>, never 0 and never an absent key.</dd>
<dt>Lists</dt>
<dd><code>data</code> and <code>next_cursor</code>. Send the cursor back as <code>cursor</code> for the next page;
<code>null</code> means that there is none.</dd>
<dt>Parameters</dt>
<dd>Separate list items by commas: <code>fields=bid,ask</code>. An unknown parameter is an error, so that a misspelled
filter is never ignored silently.</dd>
<dt>Unchanged data</dt>
<dd>Send the <code>ETag</code> of an answer back as <code>If-None-Match</code> to get 304 while the data are unchanged.</dd>
</dl>
</section>`
}

export function limitsChapter(): Html {
  const { api_key: byKey, session, anonymous } = REQUESTS_PER_MINUTE
  return html`<section aria-labelledby="limits">
<h2 id="limits">Limits</h2>
<p>In any 60 seconds: ${byKey} requests per account by API key, ${session} per account from the browser, and
${anonymous} per network address without an account. Every response contains the state of the limit.</p>
<dl>
<dt><code>X-RateLimit-Limit</code></dt><dd>Requests allowed in any 60 seconds.</dd>
<dt><code>X-RateLimit-Remaining</code></dt><dd>Requests left.</dd>
<dt><code>X-RateLimit-Reset</code></dt><dd>When the oldest request leaves the window, in Unix seconds.</dd>
<dt><code>Retry-After</code></dt><dd>Seconds to wait, on 429 and 503.</dd>
</dl>
</section>`
}

export function errorsChapter(): Html {
  return html`<section aria-labelledby="errors">
<h2 id="errors">Errors</h2>
<p>Every error is a problem document (RFC 9457), <code>application/problem+json</code>. <code>code</code> is for
programs, <code>detail</code> says what to do.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Error codes">
<table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${Object.entries(PROBLEMS).map(
  ([code, { status }]) => html`<tr id="error-${code}"><td>${status}</td><td><code>${code}</code></td><td>${
    isKnown(code) ? EXPLANATIONS[code] : ''
  }</td></tr>
`,
)}</tbody>
</table>
</div>
</section>`
}

export function codeBlock(label: string, code: string): Html {
  return html`<figure class="code">
<figcaption>${label}</figcaption>
<pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>
</figure>`
}

function isKnown(code: string): code is keyof typeof PROBLEMS {
  return code in EXPLANATIONS
}
