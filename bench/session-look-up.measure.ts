import { auth } from '#auth/better-auth/auth.server.ts'
import { currentSession } from '#auth/session/session.server.ts'
import { inRequest, signedIn } from '#test/callers.ts'
import { aUser } from '#test/factories.ts'
import { withEmptyDatabase } from './empty-database.ts'
import { median } from './median.ts'

const ROUNDS = 9
const CALLS = 300
/** Maktaba looks up the session of every request, which must cost at most a fifth of better-auth's look-up. */
const LEAST_RATIO = 5

/** Milliseconds of CPU time of one call, without the database's. */
async function cost(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let count = 0; count < CALLS; count++) await call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / CALLS
}

async function measure(): Promise<boolean> {
  const caller = await signedIn(await aUser())
  const headers = new Headers({ cookie: caller.cookieHeader })
  const ours = () => inRequest(() => currentSession(headers.get('cookie')))
  const theirs = () => auth().api.getSession({ headers })
  const [mine, other] = [await ours(), await theirs()]
  if (!mine || mine.id !== other?.session.id) throw new Error('The two do not find the same session')
  const costs = { ours: new Array<number>(), theirs: new Array<number>() }
  await Promise.all([cost(ours), cost(theirs)])
  for (let round = 0; round < ROUNDS; round++) {
    costs.ours.push(await cost(ours))
    costs.theirs.push(await cost(theirs))
  }
  const [a, b] = [median(costs.ours), median(costs.theirs)]
  const isGood = b / a >= LEAST_RATIO
  console.log(`currentSession        ${a.toFixed(3)} ms of CPU a call (median of ${ROUNDS} × ${CALLS})`)
  console.log(`auth.api.getSession   ${b.toFixed(3)} ms`)
  console.log(`${isGood ? '✓' : '✗'} ${(b / a).toFixed(1)} times cheaper, at least ${LEAST_RATIO}`)
  return isGood
}

/** Compares the cost of our session look-up with better-auth's; false when it is too high. */
export default function sessionLookUp(): Promise<boolean> {
  return withEmptyDatabase(measure)
}
