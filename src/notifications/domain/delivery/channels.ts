/** What the rest of the service asks about channels; each answer comes from the channel's own definition. */
import { allows, type Plan } from '../../../accounts/domain/plan.ts'
import { type ChannelName, DEFINITIONS } from '../../channels/definitions.ts'
import type { AddressKind, ChannelDefinition } from '../channel-definition.ts'

type Definition = (typeof DEFINITIONS)[number]

/** The kind of address of a channel, by its name. */
export type AddressOf<Name extends ChannelName> = Extract<Definition, { readonly name: Name }>['address']

/** The names of the channels with these kinds of addresses. */
export type ChannelsWith<Kind extends AddressKind> = Extract<Definition, { readonly address: Kind }>['name']

/** In the order in which documents and settings list them. */
export const CHANNELS: readonly ChannelName[] = DEFINITIONS.map(({ name }) => name)

const BY_NAME: ReadonlyMap<ChannelName, ChannelDefinition> = new Map(DEFINITIONS.map((each) => [each.name, each]))

export function channelDefinition(channel: ChannelName): ChannelDefinition {
  const definition = BY_NAME.get(channel)
  // A row that a newer version wrote may name a channel that this one does not have.
  if (!definition) throw new Error(`there is no channel ${channel}`)
  return definition
}

export function channelTitle(channel: ChannelName): string {
  return channelDefinition(channel).title
}

/** The noun of what goes through it: "50 e-mails". */
export function channelMany(channel: ChannelName): string {
  return channelDefinition(channel).many
}

/** A channel for programs is never sent a digest or a summary. */
export function isForPeople(channel: ChannelName): boolean {
  return channelDefinition(channel).audience === 'people'
}

export function planHasChannel(plan: Plan, channel: ChannelName): boolean {
  return allows(plan, channelDefinition(channel).capability)
}

export function hasAddress<Kind extends AddressKind>(
  channel: ChannelName,
  ...kinds: readonly Kind[]
): channel is ChannelsWith<Kind> {
  const { address } = channelDefinition(channel)
  return kinds.some((kind) => kind === address)
}

/** The channels with these kinds of addresses, in the order of the list. */
export function channelsWith<Kind extends AddressKind>(...kinds: readonly Kind[]): ChannelsWith<Kind>[] {
  return CHANNELS.filter((channel) => hasAddress(channel, ...kinds))
}

/** One value for each channel. */
export function eachChannel<Value>(make: (channel: ChannelName) => Value): { [Name in ChannelName]: Value }
export function eachChannel(make: (channel: ChannelName) => unknown) {
  return Object.fromEntries(CHANNELS.map((channel) => [channel, make(channel)]))
}

type MakeByAddress = Readonly<Record<AddressKind, (channel: ChannelName) => unknown>>

/** One value for each channel, made by the function for its kind of address. */
export function byAddress<Make extends MakeByAddress>(
  make: Make,
): { [Name in ChannelName]: ReturnType<Make[AddressOf<Name>]> }
export function byAddress(make: MakeByAddress) {
  return eachChannel((channel) => make[channelDefinition(channel).address](channel))
}
