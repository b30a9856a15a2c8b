/** Registered commands: their rules, and whether the client would let a user send an invocation. Sources: README.md. */
import { z } from 'zod'
import { DiscordError, invalidForm } from './errors.ts'

export const OPTION = { subcommand: 1, group: 2, string: 3, integer: 4, boolean: 5, user: 6, number: 10 } as const
const { subcommand: SUB_COMMAND, group: SUB_COMMAND_GROUP, string: STRING, integer: INTEGER, number: NUMBER } = OPTION
const CHAT_INPUT = 1
/** How many commands of each type an app may have. */
const MOST: Readonly<Record<number, number>> = { 1: 100, 2: 15, 3: 15, 4: 1 }
const COMMAND_CHARACTERS = 8_000

const CHAT_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u
const chatName = z
  .string()
  .regex(CHAT_NAME)
  .refine((it) => it === it.toLowerCase(), 'Letters with a lowercase variant must be lowercase')
const description = z.string().min(1).max(100)
const localized = z.record(z.string(), z.string()).nullish()
const choice = z.strictObject({
  name: z.string().min(1).max(100),
  name_localizations: localized,
  value: z.union([z.string().max(100), z.number()]),
})

export type Choice = z.infer<typeof choice>

interface RawOption {
  readonly type: number
  readonly name: string
  readonly description: string
  readonly required?: boolean | undefined
  readonly choices?: readonly z.infer<typeof choice>[] | undefined
  readonly options?: readonly RawOption[] | undefined
  readonly min_value?: number | undefined
  readonly max_value?: number | undefined
  readonly min_length?: number | undefined
  readonly max_length?: number | undefined
  readonly autocomplete?: boolean | undefined
}

const option: z.ZodType<RawOption> = z
  .strictObject({
    type: z.int().min(1).max(11),
    name: chatName,
    name_localizations: localized,
    description,
    description_localizations: localized,
    required: z.boolean().optional(),
    choices: z.array(choice).max(25).optional(),
    get options() {
      return z.array(option).max(25).optional()
    },
    channel_types: z.array(z.int()).optional(),
    min_value: z.number().optional(),
    max_value: z.number().optional(),
    min_length: z.int().min(0).max(6_000).optional(),
    max_length: z.int().min(1).max(6_000).optional(),
    autocomplete: z.boolean().optional(),
  })
  .superRefine((it, context) => {
    for (const message of optionFaults(it)) context.addIssue({ code: 'custom', message })
  })

const command = z
  .strictObject({
    id: z.string().regex(/^\d+$/).optional(),
    type: z.int().min(1).max(4).default(CHAT_INPUT),
    name: z.string().min(1).max(32),
    name_localizations: localized,
    description: z.string().max(100).default(''),
    description_localizations: localized,
    options: z.array(option).max(25).optional(),
    default_member_permissions: z.string().regex(/^\d+$/).nullish(),
    dm_permission: z.boolean().nullish(),
    default_permission: z.boolean().nullish(),
    nsfw: z.boolean().optional(),
    integration_types: z
      .array(z.union([z.literal(0), z.literal(1)]))
      .min(1)
      .optional(),
    contexts: z
      .array(z.union([z.literal(0), z.literal(1), z.literal(2)]))
      .min(1)
      .nullish(),
    handler: z.int().optional(),
  })
  .superRefine((it, context) => {
    for (const [path, message] of commandFaults(it)) context.addIssue({ code: 'custom', path: [path], message })
  })

type RawCommand = z.infer<typeof command>
export interface Registered extends RawCommand {
  readonly id: string
  readonly application_id: string
  readonly version: string
}

function optionFaults(it: RawOption): string[] {
  const isParent = it.type === SUB_COMMAND || it.type === SUB_COMMAND_GROUP
  const isNumeric = it.type === INTEGER || it.type === NUMBER
  const hasRange = it.min_value !== undefined || it.max_value !== undefined
  const hasLength = it.min_length !== undefined || it.max_length !== undefined
  const isChoosable = isNumeric || it.type === STRING
  const faults: [boolean, string][] = [
    [isParent && it.required !== undefined, 'A subcommand or group is neither required nor optional'],
    [!isParent && it.options !== undefined, 'Only subcommands and groups have options'],
    [!isChoosable && it.choices !== undefined, 'Choices are for strings, integers and numbers'],
    [!isChoosable && it.autocomplete === true, 'Autocomplete is for strings, integers and numbers'],
    [it.autocomplete === true && (it.choices?.length ?? 0) > 0, 'Autocomplete and choices exclude each other'],
    [!isNumeric && hasRange, 'min_value and max_value are for integers and numbers'],
    [it.type !== STRING && hasLength, 'min_length and max_length are for strings'],
    [
      (it.choices ?? []).some(({ value }) => !isValue(it.type, value)),
      'A choice has a value of the type of its option',
    ],
    [
      it.type === SUB_COMMAND_GROUP && (it.options ?? []).some(({ type }) => type !== SUB_COMMAND),
      'A group has subcommands only',
    ],
    [it.type === SUB_COMMAND && (it.options ?? []).some(({ type }) => type <= 2), 'A subcommand has no subcommands'],
    ...listFaults(it.options ?? []),
  ]
  return faults.flatMap(([isFault, message]) => (isFault ? message : []))
}

function commandFaults(it: RawCommand): [string, string][] {
  const options = it.options ?? []
  const isChat = it.type === CHAT_INPUT
  const parents = options.filter(({ type }) => type <= 2).length
  const faults: [boolean, string, string][] = [
    [isChat && !chatName.safeParse(it.name).success, 'name', 'Command name is invalid'],
    [isChat && it.description === '', 'description', 'This field is required'],
    [!isChat && it.description !== '', 'description', 'Commands of users and messages have no description'],
    [!isChat && options.length > 0, 'options', 'Options can only be set for CHAT_INPUT'],
    [parents > 0 && parents < options.length, 'options', 'Subcommands make the base command unusable'],
    [charactersIn(it) > COMMAND_CHARACTERS, 'name', `Command exceeds maximum size (${COMMAND_CHARACTERS})`],
    ...listFaults(options).map(([isFault, message]): [boolean, string, string] => [isFault, 'options', message]),
  ]
  return faults.flatMap(([isFault, path, message]): [string, string][] => (isFault ? [[path, message]] : []))
}

function listFaults(options: readonly RawOption[]): [boolean, string][] {
  const lastRequired = options.findLastIndex(({ required }) => required)
  return [
    [new Set(options.map(({ name }) => name)).size < options.length, 'Option names must be unique'],
    [
      options.some(({ required }, index) => !required && index < lastRequired),
      'Required options must be placed before non-required options',
    ],
  ]
}

/** Characters of names, descriptions and values of a command, its options and choices. */
function charactersIn({
  name,
  description: about,
  options = [],
}: Pick<RawCommand, 'name' | 'description' | 'options'>): number {
  const inOption = (it: RawOption): number =>
    (it.choices ?? []).reduce((sum, { name: label, value }) => sum + label.length + String(value).length, 0) +
    charactersIn({ ...it, options: [...(it.options ?? [])] })
  return name.length + about.length + options.reduce((sum, it) => sum + inOption(it), 0)
}

/** Checks a list that overwrites all commands of an app. Throws a DiscordError. */
export function parseCommands(json: unknown, { isGuild }: { readonly isGuild: boolean }): RawCommand[] {
  const parsed = z
    .array(command)
    .superRefine((all, context) => {
      for (const [index, it] of all.entries()) {
        const isTwice = all.findIndex(({ name, type }) => name === it.name && type === it.type) < index
        const message = 'Application command names must be unique'
        if (isTwice) context.addIssue({ code: 'custom', path: [index, 'name'], message })
        const isScoped = it.contexts !== undefined || it.integration_types !== undefined
        const global = 'Only commands of all guilds have contexts and integration types'
        if (isGuild && isScoped) context.addIssue({ code: 'custom', path: [index, 'contexts'], message: global })
      }
    })
    .safeParse(json)
  if (!parsed.success) throw invalidForm(parsed.error)
  for (const [type, most] of Object.entries(MOST)) {
    if (parsed.data.filter((it) => it.type === Number(type)).length > most) throw new DiscordError(30032)
  }
  return parsed.data
}

export interface OptionValue {
  readonly name: string
  readonly type: number
  /** The option that the user is typing. */
  readonly focused?: true
  readonly value?: string | number | boolean
  readonly options?: OptionValue[]
}
/** Values by name; those of a subcommand are one level lower. */
export interface Values {
  readonly [name: string]: string | number | boolean | Values
}

/** The options as the client sends them. Throws where the client would not let a user send them. */
export function optionValues(options: readonly RawOption[], values: Values, where: string): OptionValue[] {
  const names = options.map(({ name }) => name)
  const unknown = Object.keys(values).find((name) => !names.includes(name))
  if (unknown) throw new Error(`${where} has no option ${unknown}: it has ${names.join(', ') || 'none'}`)
  if (options.some(({ type }) => type <= 2) && Object.keys(values).length !== 1) {
    throw new Error(`${where} needs exactly one of ${names.join(', ')}`)
  }
  return options.flatMap((it) => {
    const value = values[it.name]
    if (value === undefined) {
      if (it.required) throw new Error(`${where} needs ${it.name}`)
      return []
    }
    if (typeof value === 'object') {
      if (it.type > 2) throw new Error(`${it.name} of ${where} is no subcommand`)
      return { name: it.name, type: it.type, options: optionValues(it.options ?? [], value, `${where} ${it.name}`) }
    }
    if (!isValue(it.type, value) || !isAllowed(it, value)) {
      throw new Error(`A user cannot give ${JSON.stringify(value)} for ${it.name} of ${where}`)
    }
    return { name: it.name, type: it.type, value }
  })
}

/** The options while a user still types the last of `values`: earlier ones as they are, later ones not at all. */
export function typedValues(options: readonly RawOption[], values: Values, where: string): OptionValue[] {
  const last = Object.keys(values).at(-1)
  return Object.entries(values).map(([name, value]) => {
    const it = options.find((option) => option.name === name)
    if (!it) throw new Error(`${where} has no option ${name}`)
    if (typeof value === 'object') {
      return { name, type: it.type, options: typedValues(it.options ?? [], value, `${where} ${name}`) }
    }
    if (name !== last) return { name, type: it.type, value }
    if (!it.autocomplete) throw new Error(`${name} of ${where} is no option with autocomplete`)
    return { name, type: it.type, value, focused: true }
  })
}

/** The choices of an answer to a user who types. Throws a DiscordError. */
export function parseChoices(json: unknown): Choice[] {
  const parsed = z.object({ choices: z.array(choice).max(25) }).safeParse(json)
  if (!parsed.success) throw invalidForm(parsed.error)
  return parsed.data.choices
}

function isValue(type: number, value: unknown): boolean {
  if (type === INTEGER) return Number.isSafeInteger(value)
  if (type === NUMBER) return typeof value === 'number' && Math.abs(value) <= 2 ** 53
  if (type === OPTION.boolean) return typeof value === 'boolean'
  return type > 2 && typeof value === 'string'
}

function isAllowed(it: RawOption, value: string | number | boolean): boolean {
  if (it.choices?.length && !it.choices.some((one) => one.value === value)) return false
  if (typeof value === 'number') return value >= (it.min_value ?? -Infinity) && value <= (it.max_value ?? Infinity)
  if (typeof value !== 'string') return true
  return value.length >= (it.min_length ?? 0) && value.length <= (it.max_length ?? 6_000)
}
