import { attempt, type Attack, type Attempt } from './attack.ts'
import { AttackBrowser, type Answer } from './attack-browser.ts'
import { withTarget, type Target } from './target.ts'

/** Wrong guesses at one address in an hour, after which strangers are refused there. */
const HOURLY = 15
const AT_ONE_CODE = 5

const attack: Attack = {
  finding: 'M3',
  about: 'Strangers all over the world keep one person out',
  run: () =>
    withTarget(async (target) => {
      const strangers = new Strangers(target)
      return [
        await guessWithoutCode(target, strangers),
        ...(await askAndGuess(target, strangers)),
        await guessAtOwnCode(target, strangers),
        await guessMuch(target, strangers),
        await keepOutOfNew(target, strangers),
      ]
    }),
}
export default attack

/** Strangers, each in a network of their own. */
class Strangers {
  readonly #target: Target
  #number = 0

  constructor(target: Target) {
    this.#target = target
  }

  #next(): AttackBrowser {
    this.#number += 1
    return new AttackBrowser(this.#target, { network: `10.${this.#number >> 8}.${this.#number & 255}.1` })
  }

  async ask(email: string, times: number): Promise<void> {
    for (let asked = 0; asked < times; asked++) await this.#next().askCode(email)
  }

  async guess(email: string, times: number): Promise<void> {
    for (let guess = 0; guess < times; guess++) await this.#next().enterCode(email, '000000')
  }

  /** Wrong guesses, each at a code that was asked for before. */
  async guessAtCodes(email: string, times: number): Promise<void> {
    for (let guess = 0; guess < times; guess += AT_ONE_CODE) {
      await this.ask(email, 1)
      await this.guess(email, AT_ONE_CODE)
    }
  }
}

/** The browser of a person who has signed in with it before. */
async function knownBrowserOf(target: Target, email: string): Promise<AttackBrowser> {
  const known = new AttackBrowser(target, { network: '10.200.0.1' })
  await known.signIn(email)
  await known.signOut()
  return known
}

const newBrowser = (target: Target): AttackBrowser => new AttackBrowser(target, { network: '10.201.0.1' })

const entered = (tried: string, { status, words }: Answer): Attempt => attempt(tried, words, status === 200)

async function guessWithoutCode(target: Target, strangers: Strangers): Promise<Attempt> {
  const email = 'nothing-asked@example.org'
  await strangers.guess(email, HOURLY)
  return entered(
    `${HOURLY} wrong codes from ${HOURLY} networks though none was asked for, then the right code in a new browser`,
    await newBrowser(target).tryToSignIn(email),
  )
}

/** Uses up the asks for an address and the attempts at its code, before its owner asks. */
async function askAndGuess(target: Target, strangers: Strangers): Promise<Attempt[]> {
  const email = 'asked-by-others@example.org'
  const known = await knownBrowserOf(target, email)
  await strangers.ask(email, 5)
  await strangers.guess(email, AT_ONE_CODE)
  const tried = '5 asks and 5 wrong codes by strangers, then in a known browser'
  return [
    entered(`${tried} a code asked for`, await known.askCode(email)),
    entered(`${tried} the code of the newest mail entered`, await known.enterMailed(email)),
  ]
}

async function guessAtOwnCode(target: Target, strangers: Strangers): Promise<Attempt> {
  const email = 'guessed-at@example.org'
  const known = await knownBrowserOf(target, email)
  await known.askCode(email)
  await strangers.guess(email, AT_ONE_CODE)
  return entered(
    '5 wrong codes by strangers at the code of a known browser, then that code',
    await known.enterMailed(email),
  )
}

async function guessMuch(target: Target, strangers: Strangers): Promise<Attempt> {
  const email = 'guessed-much@example.org'
  const known = await knownBrowserOf(target, email)
  await strangers.guessAtCodes(email, HOURLY)
  return entered(
    `${HOURLY} wrong codes by strangers at codes that they asked for, then the right code in a known browser`,
    await known.tryToSignIn(email),
  )
}

/** What remains: it depends on no cookie that strangers lack. */
async function keepOutOfNew(target: Target, strangers: Strangers): Promise<Attempt> {
  const email = 'kept-out@example.org'
  await strangers.guessAtCodes(email, HOURLY)
  const { status, words } = await newBrowser(target).tryToSignIn(email)
  return {
    tried: `${HOURLY} wrong codes by strangers at codes that they asked for, then the right code in a new browser`,
    result: words,
    verdict: status === 200 ? 'refused' : 'known',
  }
}
