import { useEffect, useState } from 'preact/hooks'
import { type ChannelsWith, channelTitle } from '../../../notifications/domain/delivery/channels.ts'
import { useAccount } from '../../accounts/session.tsx'
import { type AnswerOf, ask } from '../../client.ts'
import { format } from '../../format.ts'
import { useSubmit } from '../../submit.ts'
import { FormProblem } from '../../ui/form/form-problem.tsx'
import type { Settings } from './use-settings.ts'

interface ChatFormProps {
  readonly channel: ChannelsWith<'chat'>
  readonly settings: Settings
  readonly reload: () => void
}

/** Between two looks while the page waits for the bot to be started. */
const LOOK_MS = 2_000

/** A chat becomes that of the account when its owner starts the bot by the link. */
export function ChatForm({ channel, settings, reload }: ChatFormProps) {
  const { chat, configured } = settings.channels[channel]
  const title = channelTitle(channel)
  const submission = useSubmit()
  const [link, setLink] = useState<(AnswerOf<'link_chat'> & { readonly before: string | null }) | null>(null)
  const isWaiting = link !== null && chat === link.before
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(reload, LOOK_MS)
    return () => clearInterval(timer)
  }, [isWaiting, reload])
  if (!configured) return <p class="quiet">The operator of this service has set up no {title} bot.</p>
  const start = () => submission.run(async () => setLink({ ...(await ask('link_chat', { channel })), before: chat }))
  const unlink = async () => {
    setLink(null)
    if (await submission.run(() => ask('unlink_chat', { channel }))) reload()
  }
  return (
    <>
      {chat === null ? null : <p class="quiet">Linked with {chat}</p>}
      {isWaiting ? <Waiting link={link} title={title} /> : null}
      <div class="row">
        <button type="button" disabled={submission.isBusy} onClick={() => void start()}>
          {linkWords(chat, isWaiting, title)}
        </button>
        {chat === null ? null : (
          <button type="button" disabled={submission.isBusy} onClick={() => void unlink()}>
            Unlink it
          </button>
        )}
      </div>
      <FormProblem of={submission} />
    </>
  )
}

function linkWords(chat: string | null, isWaiting: boolean, title: string): string {
  if (isWaiting) return 'Create a new link'
  return chat === null ? `Link a ${title} chat` : 'Link another chat'
}

function Waiting({ link, title }: { readonly link: AnswerOf<'link_chat'>; readonly title: string }) {
  const { time_zone: zone } = useAccount()
  return (
    <p role="status">
      <a href={link.url} target="_blank" rel="noreferrer">
        Open {title} and press Start
      </a>
      . Waiting for you there; the link works once, until {format.dateTime(link.expires_at, zone)}.
    </p>
  )
}
