import { attempt, type Attack, type Attempt } from './attack.ts'
import { AttackBrowser, countAnswers, type Answer } from './attack-browser.ts'
import { withTarget, type Target } from './target.ts'

const WRONG = 30
/** Guesses at a code before another one must be asked for. */
const AT_ONE_CODE = 5

const attack: Attack = {
  finding: 'M2',
  about: 'Thirty wrong codes from one address lock everybody behind it out',
  run: () =>
    withTarget(async (target) => [
      ...(await lockOut(target, 'at made-up addresses', '10.1.0.1', guessAtNothing)),
      ...(await lockOut(target, 'at codes that were asked for', '10.2.0.1', guessAtCodes)),
    ]),
}
export default attack

/** Thirty guesses at addresses that nobody asked a code for, as cheap as it gets. */
const guessAtNothing = async (pupil: AttackBrowser): Promise<Answer[]> => {
  const answers: Answer[] = []
  for (let guess = 0; guess < WRONG; guess++)
    answers.push(await pupil.enterCode(`made-up-${guess}@example.org`, '000000'))
  return answers
}

/** Thirty guesses at codes that were sent, to as many addresses as that takes. */
const guessAtCodes = async (pupil: AttackBrowser): Promise<Answer[]> => {
  const answers: Answer[] = []
  for (let guess = 0; guess < WRONG; guess++) {
    const email = `asked-${Math.floor(guess / AT_ONE_CODE)}@example.org`
    if (guess % AT_ONE_CODE === 0) await pupil.askCode(email)
    answers.push(await pupil.enterCode(email, '000000'))
  }
  return answers
}

/** One pupil guesses; then two others behind the same router enter the right code. */
async function lockOut(
  target: Target,
  where: string,
  network: string,
  guess: (pupil: AttackBrowser) => Promise<Answer[]>,
): Promise<Attempt[]> {
  const known = new AttackBrowser(target, { network })
  const address = (name: string) => `${name}-${network}@example.org`
  await known.signIn(address('known'))
  await known.signOut()
  const guesses = countAnswers(await guess(new AttackBrowser(target, { network })))
  const inKnown = await known.tryToSignIn(address('known'))
  const inNew = await new AttackBrowser(target, { network }).tryToSignIn(address('new'))
  const entered = (browser: string, { status, words }: Answer) =>
    attempt(
      `${WRONG} wrong codes ${where}, then the right code of another person behind that address, ${browser}`,
      `guesses ${guesses}; right code ${words}`,
      status === 200,
    )
  return [entered('known browser', inKnown), entered('new browser', inNew)]
}
