const checked = new Map<string, boolean>()

/** Whether this runtime knows the IANA time zone. */
export function isTimeZone(name: string): boolean {
  if (name === '' || name.length > 60) return false
  const answer = checked.get(name) ?? isUsable(name)
  // Bounded, since the name comes from the client; there are some 600 zones.
  if (checked.size < 2000) checked.set(name, answer)
  return answer
}

function isUsable(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The time zone of this browser, never to be asked while the server renders. */
export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
