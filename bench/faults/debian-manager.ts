import { setTimeout as sleep } from 'node:timers/promises'
import type { DebianRoot } from './debian-root.ts'

/** Where mails are files, this address is a manager's, in every version. */
const MANAGER = 'admin@example.com'
const OUTBOX = 'var/lib/maktaba/outbox'

/** Sets the library up, as the person who sits at its computer. Returns the cookies of the manager. */
export async function setUpLibrary(url: string): Promise<string> {
  const page = await (await fetch(`${url}/setup`)).text()
  const proof = /name="proof" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const response = await fetch(`${url}/setup`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams({ proof, library: 'A school', name: 'Amina', email: 'amina@example.org' }),
  })
  return cookiesOf(response, 'The set-up has made no manager')
}

/** Signs a manager in by a code from the outbox, also where the version has no set-up yet. Returns the cookies. */
export async function signInByOutbox(debian: DebianRoot, url: string): Promise<string> {
  const post = (path: string, body: Record<string, string>) =>
    fetch(`${url}/api/auth/${path}`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('email-otp/send-verification-otp', { email: MANAGER, type: 'sign-in' })
  const response = await post('sign-in/email-otp', { email: MANAGER, otp: await codeIn(debian) })
  return cookiesOf(response, 'The code has signed nobody in')
}

/** The code in the subject of the only mail. */
async function codeIn(debian: DebianRoot): Promise<string> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(50)) {
    const [mail] = debian.isThere(OUTBOX) ? debian.names(OUTBOX).filter((name) => /^[^.].*\.eml$/.test(name)) : []
    const code = mail && /^Subject:.*?(\d{6})/m.exec(debian.read(`${OUTBOX}/${mail}`))?.[1]
    if (code) return code
  }
  throw new Error('No mail with a code came')
}

function cookiesOf({ headers }: Response, complaint: string): string {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  if (cookies.length === 0) throw new Error(complaint)
  return cookies.join('; ')
}
