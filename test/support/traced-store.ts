import type { Store } from '../../src/app/store/open-store.ts'

/** The store, which adds the name of each method of a repository to `steps` when it is called. */
export function traced(store: Store, steps: string[]): Store {
  return new Proxy(store, {
    get(target, name, receiver) {
      const part = Reflect.get(target, name, receiver)
      if (name === 'transaction') {
        return (work: (repositories: object) => Promise<unknown>) => {
          steps.push('transaction')
          return target.transaction((repositories) => work(new Proxy(repositories, tracedParts(steps))))
        }
      }
      return typeof part === 'object' && part !== null ? tracedMethods(part, String(name), steps) : part
    },
  })
}

function tracedParts(steps: string[]): ProxyHandler<object> {
  return { get: (target, name) => tracedMethods(Reflect.get(target, name), String(name), steps) }
}

function tracedMethods(repository: object, group: string, steps: string[]): object {
  return new Proxy(repository, {
    get(target, name) {
      steps.push(`${group}.${String(name)}`)
      return Reflect.get(target, name)
    },
  })
}
