import { isPlaceholder } from './no-address.ts'

/** An address that its owner knows again and nobody else can write to, such as `a•••@example.org`; null for none. */
export function maskedEmail(email: string): string | null {
  if (isPlaceholder(email)) return null
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}•••${email.slice(at)}`
}
