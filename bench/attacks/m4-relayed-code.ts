import type { Email } from 'postal-mime'
import { mailsTo } from '../../e2e/outbox.ts'
import { addPeople } from '../people.ts'
import { attempt, type Attack, type Attempt } from './attack.ts'
import { addressOf, AttackBrowser, mailTo, type Answer } from './attack-browser.ts'
import { withTarget, type Target } from './target.ts'

const THIEF = '203.0.113.9'
const OWNER = addressOf('reader')

const attack: Attack = {
  finding: 'M4',
  about: 'A code that its owner reads out signs a stranger in',
  run: async () => [...(await withTarget(relay)), ...(await withTarget(withoutPasskey, { REQUIRE_PASSKEY: 'admins' }))],
}
export default attack

/** What a mail must say so that its reader sees that it is not them: browser, network address, time. */
const SAYS: Record<string, RegExp> = { device: /Firefox/, address: /203\.0\.113\.9/, time: /\d{1,2}:\d{2}/ }
/** What the mail with a code must say besides. */
const WARNS: Record<string, RegExp> = { purpose: /sign in/i, 'not to pass it on': /never pass|to no one/i }

/** Which of the things a text says, in words. */
function said(text: string, wanted: Record<string, RegExp>): { words: string; isAll: boolean } {
  const missing = Object.keys(wanted).filter((name) => !wanted[name]?.test(text))
  const found = Object.keys(wanted).filter((name) => !missing.includes(name))
  const words = [found.length > 0 && `names ${found.join(', ')}`, missing.length > 0 && `not ${missing.join(', ')}`]
  return { words: words.filter(Boolean).join('; '), isAll: missing.length === 0 }
}

async function relay(target: Target): Promise<Attempt[]> {
  await addPeople(target.database, { reader: 'user' })
  // The owner has a browser of their own, and may have been told of that one.
  await new AttackBrowser(target).signIn(OWNER)
  const own = noticeIn(await mailTo(target, OWNER, (mail) => noticeIn(mail) !== undefined))
  const thief = new AttackBrowser(target, { network: THIEF })
  await thief.askCode(OWNER)
  const mail = said((await mailsTo(OWNER, target.dataDir)).at(-1)?.text ?? '', { ...SAYS, ...WARNS })
  const entered = await thief.enterMailed(OWNER)
  return [
    attempt('have the owner read out the code, unwarned', `the mail ${mail.words}`, mail.isAll),
    {
      tried: 'enter that code in the browser of the attacker',
      result: entered.words,
      verdict: entered.status === 200 ? 'known' : 'refused',
    },
    ...(await beDisowned(target, thief, own)),
    await askForPasskey(target),
  ]
}

/** The link 'That wasn’t me' in a mail about a new browser. */
const noticeIn = (mail: Email | undefined): string | undefined =>
  /\S+\/not-me\?notice=[\w.-]+/.exec(mail?.text ?? '')?.[0]

/** The mail about the new browser, and its link; `before` is that of another sign-in. */
async function beDisowned(target: Target, thief: AttackBrowser, before: string | undefined): Promise<Attempt[]> {
  const notice = await mailTo(target, OWNER, (mail) => ![undefined, before].includes(noticeIn(mail)))
  const mail = said(notice?.text ?? '', SAYS)
  const unnoticed = attempt(
    'sign in from a browser that the owner never used, unnoticed',
    notice ? `a mail to the owner ${mail.words}` : 'no mail to the owner',
    notice !== undefined && mail.isAll,
  )
  const isIn = async (): Promise<Answer> => thief.send('/api/v1/me')
  const tried = 'stay signed in after the owner has pressed ‘That wasn’t me’'
  const found = noticeIn(notice)
  if (found === undefined)
    return [unnoticed, attempt(tried, `no such link; the session answers ${(await isIn()).words}`, false)]
  const { pathname, search, searchParams } = new URL(found)
  // Not in the attacker's browser, and signed out.
  const owner = new AttackBrowser(target)
  const opened = await owner.send(`${pathname}${search}`)
  const during = await isIn()
  const pressed = await owner.send(pathname, { form: { notice: searchParams.get('notice') ?? '' } })
  const after = await isIn()
  const result = `link ${opened.words}, button ${pressed.words}; the session answered ${during.words}, then ${after.words}`
  return [unnoticed, attempt(tried, result, after.status === 401)]
}

async function askForPasskey(target: Target): Promise<Attempt> {
  const { status, words, text } = await new AttackBrowser(target).send(
    '/api/auth/passkey/generate-authenticate-options',
  )
  const isOffered = status === 200 && text.includes('"challenge"')
  const offered = isOffered ? 'a challenge for a passkey' : 'no passkeys'
  return attempt('rely on everybody having nothing but codes', `${words}, ${offered}`, isOffered)
}

/** The code of an admin where a passkey is demanded; a version that knows no such setting ignores it. */
async function withoutPasskey(target: Target): Promise<Attempt[]> {
  await addPeople(target.database, { admin: 'admin' })
  const thief = new AttackBrowser(target, { network: THIEF })
  await thief.signIn(addressOf('admin'))
  const { status, words } = await thief.send('/api/v1/users')
  return [attempt('manage users by a code of an admin, with REQUIRE_PASSKEY=admins', words, status === 403)]
}
