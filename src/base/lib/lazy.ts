/** Creates a value at first use and caches it: settings and clients must not be created while modules load. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
