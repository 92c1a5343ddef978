import { setTimeout as sleep } from 'node:timers/promises'
import { mailsTo, newestCode } from '../../e2e/outbox.ts'
import { isRecord } from '../json.ts'
import { addPeople, sessionCookie } from '../people.ts'
import { withClient } from '../seed.ts'
import { attempt, type Attack, type Attempt } from './attack.ts'
import { addressOf, AttackBrowser, type Answer } from './attack-browser.ts'
import { withTarget, type Target } from './target.ts'

const ATTACKER = '203.0.113.9'

const attack: Attack = {
  finding: 'M5',
  about: 'An intrusion cannot be reconstructed, since nothing records it',
  run: () =>
    withTarget(async (target) => {
      await addPeople(target.database, { admin: 'admin', reader: 'user', guessed: 'user' })
      await act(target)
      // The security log is written after the answer.
      await sleep(1000)
      return [...(await readRecords(target)), deniedAccess(target)]
    }),
}
export default attack

/** What must be recorded, with the name of its entry in the security log. */
const ACTS: Record<string, string> = {
  'sign in': 'signed_in',
  'enter wrong codes': 'sign_in_failed',
  'be locked out for guessing': 'sign_in_refused',
  'enter a wrong code to confirm who uses the session': 'confirm_failed',
  'confirm it with the right code': 'confirmed',
  'act as somebody': 'impersonation_begun',
  'stop acting as somebody': 'impersonation_ended',
  'end all sessions of somebody': 'sessions_ended',
  'make an API key': 'key_made',
  'revoke an API key': 'key_revoked',
}

/** Does all that must be recorded, from one network. */
async function act(target: Target): Promise<void> {
  const stranger = new AttackBrowser(target, { network: ATTACKER })
  for (let codes = 0; codes < 4; codes++) {
    await stranger.askCode(addressOf('guessed'))
    for (let guess = 0; guess < 5; guess++) await stranger.enterCode(addressOf('guessed'), '000000')
  }
  const admin = new AttackBrowser(target, { network: ATTACKER })
  await admin.signIn(addressOf('admin'))
  await confirm(target, admin)
  const user = `/api/v1/users/${await idOf(target, 'reader')}`
  const impersonation = `${user}/impersonation`
  const given = await admin.send(impersonation, { json: { reason: 'Asked for help' } })
  // Versions differ in whether it needs a reason.
  done('impersonation', given.status === 400 ? await admin.send(impersonation, { json: {} }) : given)
  done('its end', await admin.send('/api/v1/impersonation', { method: 'DELETE' }))
  done('end of sessions', await admin.send(`${user}/sessions`, { method: 'DELETE' }))
  const key = done(
    'API key',
    await admin.call('api-key.createApiKey', { name: 'Key', scopes: ['book:read'], days: 30 }),
  )
  const [id] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(key.text) ?? []
  done('revocation', await admin.call('api-key.revokeApiKey', { id }))
  const reader = new AttackBrowser(target, { network: ATTACKER, cookie: sessionCookie('guessed') })
  const { status, words } = await reader.send('/api/v1/users')
  if (status !== 403) throw new Error(`A reader's list of users answered ${words}`)
}

/** By a code to the own address. Versions differ in what the functions are called. */
async function confirm({ dataDir }: Target, admin: AttackBrowser): Promise<void> {
  const before = (await mailsTo(addressOf('admin'), dataDir)).length
  const asked = await admin.call('code.sendReauthenticationCode')
  const isOlder = asked.status === 404
  done('code to confirm', isOlder ? await admin.call('account.askProof') : asked)
  const code = await newestCode(addressOf('admin'), dataDir, before + 1)
  const enter = (entered: string) => admin.call(isOlder ? 'account.prove' : 'code.reauthenticate', { code: entered })
  await enter('000000')
  done('confirmation', await enter(code))
}

function done(what: string, answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`The ${what} answered ${answer.words}`)
  return answer
}

async function idOf({ database }: Target, name: string): Promise<string> {
  const { rows } = await withClient(database, (client) =>
    client.query<{ id: string }>('select id from "user" where email = $1', [addressOf(name)]),
  )
  return rows[0]?.id ?? ''
}

/** Reads the security log as an admin does, and beside it the activity. */
async function readRecords(target: Target): Promise<Attempt[]> {
  const admin = new AttackBrowser(target, { cookie: sessionCookie('admin') })
  const answer = await admin.send('/_serverFn/security/listSecurityLog?payload={"data":{"searchTerm":""}}')
  const entries = answer.status === 200 ? itemsOf(answer.text) : []
  const { rows } = await withClient(target.database, (client) =>
    client.query<{ action: string }>('select distinct action from activity order by action'),
  )
  const others = rows.map(({ action }) => action).join(', ') || 'nothing'
  return Object.entries(ACTS).map(([tried, kind]) => {
    const entry = entries.find((one) => one.kind === kind && one.person !== null && one.ip === ATTACKER)
    const result = entry
      ? `entry ${kind} with person and network address`
      : `no entry: security log ${answer.words}, activity has ${others}`
    return attempt(`${tried}, unrecorded`, result, entry !== undefined)
  })
}

function itemsOf(text: string): Record<string, unknown>[] {
  const page: unknown = JSON.parse(text)
  return isRecord(page) && Array.isArray(page.items) ? page.items.filter(isRecord) : []
}

/** A denied access stands in the server's log, which has a line for every request. */
function deniedAccess(target: Target): Attempt {
  const lines = target.log().split('\n')
  const line = lines.find((one) => one.includes('"status":403') && one.includes('/api/v1/users')) ?? ''
  const names = ['user', 'session', 'client'].filter((name) => line.includes(`"${name}":"`))
  const result = line === '' ? 'no line in the log' : `a line in the log names ${names.join(', ') || 'nobody'}`
  return attempt('be denied access (403), unrecorded', result, names.length === 3)
}
