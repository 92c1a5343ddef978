/**
 * A value that stays the same when the development server loads its module anew: what began with the old module ends with the
 * new one. Elsewhere each module makes its own.
 */
export function kept<T>(name: string, make: () => T): T {
  // No bundler, and so no `import.meta.env`, has the command line.
  if (!import.meta.env?.DEV || import.meta.env.MODE === 'test') return make()
  const key = Symbol.for(`maktaba ${name}`)
  const known: T | undefined = Reflect.get(globalThis, key)
  if (known !== undefined) return known
  const made = make()
  Reflect.set(globalThis, key, made)
  return made
}
