import { addPeople, sessionCookie } from '../people.ts'
import { withClient } from '../seed.ts'
import { attempt, type Attack, type Attempt } from './attack.ts'
import { addressOf, AttackBrowser, mailTo, type Answer } from './attack-browser.ts'
import { withTarget, type Target } from './target.ts'

const attack: Attack = {
  finding: 'M1',
  about: 'A stolen admin session, twenty days after its last code, takes the installation over for good',
  run: () =>
    withTarget(async (target) => {
      await addPeople(target.database, { admin: 'admin', other: 'admin', reader: 'user' })
      await withClient(target.database, (client) =>
        client.query(`update session set created_at = now() - interval '20 days'`),
      )
      const thief = new AttackBrowser(target, { cookie: sessionCookie('admin') })
      return [...(await takeOver(target, thief)), await makeUnnoticed(target)]
    }),
}
export default attack

const newAdmin = (name: string) => ({ email: `${name}@evil.example`, name: 'Evil', role: 'admin' })

/** A person as the API tells it; the thief may read users. */
async function personOf(
  target: Target,
  thief: AttackBrowser,
  name: string,
): Promise<{ id: string; updatedAt: string }> {
  const { rows } = await withClient(target.database, (client) =>
    client.query<{ id: string }>('select id from "user" where email = $1', [addressOf(name)]),
  )
  return JSON.parse((await thief.send(`/api/v1/users/${rows[0]?.id}`)).text)
}

/** What gives power that outlives the session. Versions differ in whether an impersonation needs a reason. */
async function takeOver(target: Target, thief: AttackBrowser): Promise<Attempt[]> {
  const [reader, other] = [await personOf(target, thief, 'reader'), await personOf(target, thief, 'other')]
  const change = (id: string, json: object) => thief.send(`/api/v1/users/${id}`, { method: 'PATCH', json })
  const answers: [tried: string, answer: Answer][] = [
    [
      'make an API key for a year',
      await thief.call('api-key.createApiKey', { name: 'Key', scopes: ['book:read'], days: 365 }),
    ],
    ['make an admin by POST /api/v1/users', await thief.send('/api/v1/users', { json: newAdmin('rest') })],
    ['make an admin by the page’s server function', await thief.call('user.createUser', newAdmin('function'))],
    [
      'give another admin an address of the attacker',
      await change(other.id, { email: 'moved@evil.example', updatedAt: other.updatedAt }),
    ],
    ['make a reader an admin', await change(reader.id, { role: 'admin', updatedAt: reader.updatedAt })],
  ]
  await addPeople(target.database, { person: 'user' })
  const { id } = await personOf(target, thief, 'person')
  const path = `/api/v1/users/${id}/impersonation`
  const given = await thief.send(path, { json: { reason: 'Curious' } })
  answers.push(['act as a reader', given.status === 400 ? await thief.send(path, { json: {} }) : given])
  return answers.map(([tried, { status, words }]) => attempt(tried, words, status === 403))
}

/** In a session that has just been opened by a code, so that every version makes the admin: who is told. */
async function makeUnnoticed(target: Target): Promise<Attempt> {
  await addPeople(target.database, { first: 'admin', second: 'admin' })
  const admin = new AttackBrowser(target)
  await admin.signIn(addressOf('first'))
  const made = newAdmin('unnoticed')
  const { status, words } = await admin.send('/api/v1/users', { json: made })
  if (status !== 201) throw new Error(`No admin was made after a code: ${words}`)
  const told = await Promise.all(
    ['first', 'second'].map((name) => mailTo(target, addressOf(name), ({ text = '' }) => text.includes(made.email))),
  )
  const mails = told.filter(Boolean).length
  return attempt(
    'make an admin within minutes of a code, unnoticed',
    `${words}; ${mails} of 2 mails: to the owner of the session, and to another admin`,
    mails === 2,
  )
}
