/** A value made at first use and kept: settings and clients must not be made while modules load. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
