import type { AppContext } from '../../src/app/context.ts'

const unused = () => {
  throw new Error('there is no process to look at')
}

/** For contexts without a service around them. */
export const NO_OPERATOR_VIEW: Pick<AppContext, 'killSwitchSetting' | 'operatorView'> = {
  killSwitchSetting: false,
  operatorView: {
    version: '0.0.0',
    startedAt: '2026-11-20T15:00:00.000Z',
    settings: [],
    isKilledBySetting: false,
    dryRun: true,
    errors: unused,
    source: unused,
    workers: unused,
    backups: unused,
  },
}
