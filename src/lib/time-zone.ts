const known = new Map<string, boolean>()

/** Whether a name is in the IANA time zone database, as this runtime knows it. */
export function isTimeZone(name: string): boolean {
  if (name === '' || name.length > 60) return false
  const answer = known.get(name) ?? isUsable(name)
  // Bounded: there are some 600 zones, but anything may be asked.
  if (known.size < 2000) known.set(name, answer)
  return answer
}

function isUsable(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
