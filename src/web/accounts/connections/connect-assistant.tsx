import { PATHS } from '../../paths.ts'
import { CopyText } from '../../ui/form/copy-text.tsx'
import { Panel } from '../../ui/panel.tsx'

/** How an assistant is connected without a key. */
export function ConnectAssistant() {
  return (
    <Panel title="Connect an assistant">
      <p>
        Paste this address into Claude, ChatGPT, Cursor, VS Code or another app that speaks MCP, sign in, and allow it.
      </p>
      <CopyText label="Address" text={`${location.origin}/mcp`} />
      <p class="quiet">
        No key is needed. Assistants on the web reach only services with a public https address. See{' '}
        <a href={PATHS.connectedApps}>Connected apps</a>.
      </p>
    </Panel>
  )
}
