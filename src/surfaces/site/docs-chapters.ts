import type { OpenApiDocument } from '../rest/openapi-document.ts'
import { PROBLEMS } from '../rest/problem.ts'
import { REQUESTS_PER_MINUTE } from '../rest/rate-limit.ts'
import { type Html, html } from './html.ts'

/** Chapters of the page that hold for all operations. */

const EXPLANATIONS: Readonly<Record<keyof typeof PROBLEMS, string>> = {
  malformed: 'The request cannot be read: broken JSON or percent-encoding, a missing or repeated Host line.',
  unauthenticated: 'No credentials, or ones that do not hold. The body is the same for every cause.',
  forbidden: 'The plan, the standing or the way in does not allow it. required_plan names the plan that would.',
  not_found: 'There is nothing at this path, or it is not yours.',
  method_not_allowed: 'The path exists, the method does not. Allow lists those that do.',
  request_timeout: 'The request did not arrive within 15 seconds.',
  conflict: 'It contradicts what is stored, for example a name that is taken.',
  too_large: 'The body is larger than the route takes, 64 KiB for most.',
  target_too_long: 'The URL is longer than 8 KiB.',
  unsupported_media: 'The body is not JSON.',
  expectation_failed: 'An Expect header other than 100-continue.',
  invalid: 'A parameter or a field of the body does not hold. errors names each with what it must be.',
  rate_limited: 'More requests than the limit. Retry-After says how many seconds to wait.',
  headers_too_large: 'The headers are longer than 16 KiB.',
  internal: 'A fault on our side. request_id finds it in the log of the service.',
  unavailable:
    'The source of the data does not answer, or the store cannot be written. Retry-After says when to return.',
}

export function authenticationChapter(document: OpenApiDocument): Html {
  const url = document.servers[0]?.url ?? ''
  return html`<section aria-labelledby="authentication">
<h2 id="authentication">Authentication</h2>
<p>Send the e-mail of the account and the token of an API key with every request. Make a key under Account, API keys;
its token is shown once. Treat it as a password.</p>
${codeBlock(
  'A first request',
  `curl ${url}/api/v1/account \\
  -H 'X-USER-EMAIL: you@example.com' \\
  -H 'X-USER-TOKEN: ow_…'`,
)}
<p>A client that takes one header only can send <code>Authorization: Bearer</code> with the Base64 of
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
<code>_pct</code> holds a percentage: 25.0.</dd>
<dt>Unknown</dt>
<dd><code>null</code>: never 0, and never a key left out.</dd>
<dt>Lists</dt>
<dd><code>data</code> and <code>next_cursor</code>. Send the cursor back as <code>cursor</code> for the next page;
<code>null</code> means that there is none.</dd>
<dt>Parameters</dt>
<dd>Lists take commas: <code>fields=bid,ask</code>. A parameter that an operation does not have is refused, so that a
misspelt filter never answers as if it had not been there.</dd>
<dt>Unchanged data</dt>
<dd>Send the <code>ETag</code> of an answer back as <code>If-None-Match</code> and receive 304 while it is still right.</dd>
</dl>
</section>`
}

export function limitsChapter(): Html {
  const { api_key: byKey, session, anonymous } = REQUESTS_PER_MINUTE
  return html`<section aria-labelledby="limits">
<h2 id="limits">Limits</h2>
<p>${byKey} requests in any 60 seconds for each account by API key, ${session} from the browser, and ${anonymous} for
each network address without an account. Every answer says where you stand.</p>
<dl>
<dt><code>X-RateLimit-Limit</code></dt><dd>Requests that are allowed in any 60 seconds.</dd>
<dt><code>X-RateLimit-Remaining</code></dt><dd>Requests that are left.</dd>
<dt><code>X-RateLimit-Reset</code></dt><dd>When the oldest request leaves the window, in Unix seconds.</dd>
<dt><code>Retry-After</code></dt><dd>Seconds to wait, on 429 and 503.</dd>
</dl>
</section>`
}

export function errorsChapter(): Html {
  return html`<section aria-labelledby="errors">
<h2 id="errors">Errors</h2>
<p>Every error is a problem document (RFC 9457), <code>application/problem+json</code>. <code>code</code> is for
programs, <code>detail</code> tells a person what to do.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Codes of errors">
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
