import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'

const PATIENCE_MS = 20_000

/** The texts by path: a mail never changes, and a run has hundreds that each wait would read again. */
const texts = new Map<string, string>()

async function textOf(path: string): Promise<string> {
  const known = texts.get(path)
  if (known !== undefined) return known
  const text = await readFile(path, 'utf8').catch(() => '')
  if (text !== '') texts.set(path, text)
  return text
}

/** All mails to an address in the outbox, oldest first. */
async function allMailsTo(email: string, dataDir: string): Promise<Email[]> {
  const folder = join(dataDir, 'outbox')
  const files = await readdir(folder).catch(() => [])
  const mails: Email[] = []
  for (const file of files.filter((name) => /^[^.].*\.eml$/.test(name)).toSorted()) {
    const text = await textOf(join(folder, file))
    if (!text.includes(email)) continue
    const mail = await PostalMime.parse(text)
    if (mail.to?.some(({ address }) => address === email)) mails.push(mail)
  }
  return mails
}

// They come with any sign-in in a new browser, and later than it.
const SIGN_IN_LINK = /\S+\/login\/not-me\?notice=[\w.-]+/

/** The mails to an address in the outbox, oldest first, without those about sign-ins from new browsers. */
export const mailsTo = async (email: string, dataDir: string): Promise<Email[]> =>
  (await allMailsTo(email, dataDir)).filter(({ text = '' }) => !SIGN_IN_LINK.test(text))

/** Waits for a mail about a sign-in from a new browser, and returns the link in the newest one. */
export async function signInLink(email: string, dataDir: string): Promise<string> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(25)) {
    const links = (await allMailsTo(email, dataDir)).flatMap(({ text = '' }) => SIGN_IN_LINK.exec(text)?.[0] ?? [])
    const newest = links.at(-1)
    if (newest !== undefined) return newest
    if (Date.now() > deadline) throw new Error(`No mail to ${email} about a sign-in`)
  }
}

/** Waits for `count` mails to an address and returns the newest. */
export async function newestMail(email: string, dataDir: string, count = 1): Promise<Email> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(25)) {
    const mails = await mailsTo(email, dataDir)
    const newest = mails.at(-1)
    if (newest && mails.length >= count) return newest
    if (Date.now() > deadline)
      throw new Error(`${mails.length} mails to ${email} after ${PATIENCE_MS / 1000} s, expected ${count}`)
  }
}

/** The code in the text of the newest mail to an address. */
export async function newestCode(email: string, dataDir: string, count = 1): Promise<string> {
  const { text = '' } = await newestMail(email, dataDir, count)
  const [code] = /(?<!\d)\d{6}(?!\d)/.exec(text) ?? []
  if (code === undefined) throw new Error(`No code in the mail to ${email}:\n${text}`)
  return code
}
