import { fromThrown } from '#base/errors/local-error.ts'
import { checkConnection, followConnection } from './check-connection.ts'
import { connectionLostSince, watchConnection } from './connection.ts'
import { ANSWER_PATIENCE, isWithoutAnswer } from './without-answer.ts'

/** Milliseconds that the server gets, in the end of a call's patience, to say whether it is there. */
const CHECK_PATIENCE = ANSWER_PATIENCE / 2

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

const never = new Promise<never>(() => undefined)

/** Thrown in place of the answer to an act that did not come: whether the act was done, what is shown now says. */
export class Unanswered extends Error {}

interface LateAct {
  /** Called once when the act was not answered in time, and a check of the server was not either. */
  onLate: () => void
  /** Looks whether the act was done, once the server answers again. Never throws. */
  lookAgain: () => Promise<unknown>
}

/**
 * The answer to an act. A server that answers otherwise is only slow, or a person is asked meanwhile, and is waited for. One
 * that does not answer at all is told after a patience; the act ends with `Unanswered` when the server is there again, what is
 * shown was looked at again, and the answer has not come a patience later.
 */
export async function actInTime<T>(call: Promise<T>, { onLate, lookAgain }: LateAct): Promise<T> {
  let isSettled = false
  let isLate = false
  const settled = call.finally(() => (isSettled = true))
  const done = settled.then(
    () => undefined,
    () => undefined,
  )
  const whenBack = (async (): Promise<never> => {
    do {
      await wait(ANSWER_PATIENCE - CHECK_PATIENCE)
      if (isSettled) return never
    } while (await checkConnection(CHECK_PATIENCE))
    if (isSettled) return never
    isLate = true
    onLate()
    await connectionBack()
    const wasSettled = isSettled
    await lookAgain()
    if (!wasSettled) {
      await Promise.race([wait(ANSWER_PATIENCE), done])
      // The act may also have been done later than this look.
      void done.then(lookAgain)
    }
    throw new Unanswered()
  })()
  const answer = settled.catch((thrown: unknown) => {
    // The failure of a late act says no more than that there was no answer.
    if (isLate && isWithoutAnswer(fromThrown(thrown).status)) return whenBack
    throw thrown
  })
  return Promise.race([answer, whenBack])
}

/** Asks the server at intervals until it answers. */
function connectionBack(): Promise<void> {
  return new Promise((resolve) => {
    const unfollow = followConnection()
    const look = () => {
      if (connectionLostSince()) return
      unfollow()
      unwatch()
      resolve()
    }
    const unwatch = watchConnection(look)
    look()
  })
}
