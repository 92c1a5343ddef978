import type { Attack, Attempt } from './attacks/attack.ts'
import m1 from './attacks/m1-stolen-admin-session.ts'
import m2 from './attacks/m2-thirty-wrong-codes.ts'
import m3 from './attacks/m3-strangers-lock-one-out.ts'
import m4 from './attacks/m4-relayed-code.ts'
import m5 from './attacks/m5-unrecorded-acts.ts'
import m6 from './attacks/m6-crowds.ts'
import { checkout } from './attacks/target.ts'

const ATTACKS: readonly Attack[] = [m1, m2, m3, m4, m5, m6]

const WORDS: Record<Attempt['verdict'], string> = {
  succeeds: 'succeeds',
  refused: 'refused',
  known: 'succeeds, as docs/security.md says',
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/**
 * Attacks a production server in the six ways that an attack on an earlier version (commit 7c000bf) found, and prints
 * what came of each as a table. ATTACK=M2 runs one alone; CHECKOUT=<folder> attacks the build of another checkout. False
 * when an attack succeeds of which docs/security.md does not say so.
 */
export default async function measureAttacks(): Promise<boolean> {
  const { ATTACK } = process.env
  const wanted = ATTACKS.filter(({ finding }) => ATTACK === undefined || finding === ATTACK.toUpperCase())
  if (wanted.length === 0) throw new Error(`ATTACK is one of ${ATTACKS.map(({ finding }) => finding).join(', ')}`)
  console.log(`The server of ${checkout}\n`)
  for (const { finding, about } of wanted) console.log(`${finding}: ${about}`)
  console.log(`\n${row(['attack', 'what was tried', 'result', ''])}\n${row(['---', '---', '---', '---'])}`)
  let isGood = true
  for (const { finding, run } of wanted) {
    for (const { tried, result, verdict } of await run()) {
      console.log(row([finding, tried, result, WORDS[verdict]]))
      if (verdict === 'succeeds') isGood = false
    }
  }
  return isGood
}
