/** The repositories that functions of a connection make, by their names. */
export type RepositoriesMadeBy<Makers extends Readonly<Record<string, (connection: never) => unknown>>> = {
  readonly [Name in keyof Makers]: ReturnType<Makers[Name]>
}

/**
 * The repositories of a connection, each made when it is first used: there are some seventy, and a transaction, which has
 * a connection of its own, uses a few.
 */
export function madeOnUse<Connected, Makers extends Readonly<Record<string, (connection: Connected) => unknown>>>(
  makers: Makers,
  connection: Connected,
): RepositoriesMadeBy<Makers> {
  const made: Record<string, unknown> = {}
  const names = Object.keys(makers)
  const repositoryOf = (name: string | symbol) => {
    if (typeof name !== 'string' || !Object.hasOwn(makers, name)) return undefined
    made[name] ??= makers[name]?.(connection)
    return made[name]
  }
  return new Proxy(made as RepositoriesMadeBy<Makers>, {
    get: (_, name) => repositoryOf(name),
    // A copy of the object has them all.
    ownKeys: () => names,
    getOwnPropertyDescriptor: (_, name) => {
      const value = repositoryOf(name)
      return value === undefined ? undefined : { value, enumerable: true, configurable: true }
    },
  })
}
