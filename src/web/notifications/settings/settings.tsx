import { useEffect } from 'preact/hooks'
import { REQUIRED_PLAN } from '../../../accounts/domain/plan.ts'
import { channelTitle } from '../../../notifications/domain/delivery/channels.ts'
import { Meter } from '../../ui/meter.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, PlanNotice } from '../../ui/states.tsx'
import { useBell } from '../feed/provider.tsx'
import { ChannelsPanel } from './channels-panel.tsx'
import { DeliveryPanel } from './delivery-panel.tsx'
import { QuietPanel } from './quiet-panel.tsx'
import { type Settings, type SettingsState, useSettings } from './use-settings.ts'
import { WatchlistPanel } from './watchlist-panel.tsx'
import '../../alerts/alerts.css'
import './settings.css'

export function SettingsPage() {
  const { isAllowed } = useBell()
  const state = useSettings(isAllowed)
  return (
    <>
      <h1>Settings</h1>
      {isAllowed ? (
        <Answered of={state.query}>{(settings) => <Panels settings={settings} state={state} />}</Answered>
      ) : (
        <PlanNotice plan={REQUIRED_PLAN.notifications} what="Channels, quiet hours and the watchlist" />
      )}
    </>
  )
}

function Panels({ settings, state }: { readonly settings: Settings; readonly state: SettingsState }) {
  // The part that the address names is there only now.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <>
      {settings.warnings.map((warning) => (
        <p key={warning} class="stale">
          {warning}
        </p>
      ))}
      <div class="grid" data-columns="2">
        <DeliveryPanel settings={settings} state={state} />
        <WatchlistPanel />
        <ChannelsPanel settings={settings} state={state} />
        <QuietPanel settings={settings} state={state} />
        <LimitsPanel settings={settings} />
      </div>
    </>
  )
}

function LimitsPanel({ settings: { limits } }: { readonly settings: Settings }) {
  return (
    <Panel title="Limits of your plan" span={2}>
      <p class="quiet">
        Beyond them messages wait for up to an hour, the newest first; the bell is never limited. A summary counts once.
      </p>
      <div class="limits">
        {limits.map((it) => (
          <div key={it.channel}>
            <Meter
              label={channelTitle(it.channel)}
              used={it.sent_last_hour}
              limit={it.limit_hour}
              span="in the last hour"
            />
            <Meter label="" used={it.sent_last_day} limit={it.limit_day} span="in the last 24 hours" />
          </div>
        ))}
      </div>
    </Panel>
  )
}
