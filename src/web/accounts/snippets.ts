/** Client configurations for a new API key, with the same forms as in the documentation. */

export interface Snippet {
  readonly title: string
  readonly text: string
}

export function snippetsOf(base: string, email: string, token: string): readonly Snippet[] {
  const headers = { 'X-USER-EMAIL': email, 'X-USER-TOKEN': token }
  const server = { type: 'http', url: `${base}/mcp`, headers }
  const bearer = `Bearer ${btoa(`${email}:${token}`)}`
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the client itself fills it in
  const carriedHeader = 'Authorization:${BEARER}'
  const carried = ['-y', 'mcp-remote', `${base}/mcp`, '--transport', 'http-only', '--header', carriedHeader]
  return [
    {
      title: 'curl',
      text: [
        `curl '${base}/api/v1/stocks/SPY/gamma_exposure?dte_max=30' \\`,
        `  -H 'X-USER-EMAIL: ${email}' \\`,
        `  -H 'X-USER-TOKEN: ${token}'`,
      ].join('\n'),
    },
    {
      title: 'Claude Code',
      text: [
        `claude mcp add --transport http optionwire ${base}/mcp \\`,
        `  --header 'X-USER-EMAIL: ${email}' --header 'X-USER-TOKEN: ${token}'`,
      ].join('\n'),
    },
    {
      title: 'Cursor (.cursor/mcp.json) and .mcp.json of a project',
      text: json({ mcpServers: { optionwire: server } }),
    },
    { title: 'VS Code (.vscode/mcp.json)', text: json({ servers: { optionwire: server } }) },
    {
      title: 'Claude Desktop (claude_desktop_config.json)',
      text: json({ mcpServers: { optionwire: { command: 'npx', args: carried, env: { BEARER: bearer } } } }),
    },
  ]
}

function json(value: object): string {
  return JSON.stringify(value, null, 2)
}
